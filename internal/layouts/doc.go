// Package layouts knows where a record holds its transcripts: it finds them, puts
// others in their places, and proves that all else stayed as it was.
//
// A record is one JSON value, such as a line of JSONL, or a plain text. Its layout
// is one of these:
//
//   - [Messages]: a list of {"role", "content"}, bare or under "messages";
//   - [ShareGPT]: a list of {"from", "value"} under "conversations";
//   - [ChatTemplate]: one text whose messages are between the tokens of a chat template;
//   - [Text]: one text, bare or under "text";
//   - [Segments]: one text in pieces that say whether they are trained;
//   - [PromptCompletion], [Alpaca], [Preference]: in several pieces;
//   - [Field]: anywhere else, at paths that the user names;
//   - [Document]: the neutral document.
//
// An [Editor] opens records. The transcript of a [Record] is a conversation of
// texts, which the reader of a style reads, or steps, where the layout says itself
// who did what. [Record.Write] returns the record with other transcripts,
// [Record.Prove] compares the two.
//
// Each layout is one file and one line of the registry. See docs/internals/architecture.md.
package layouts
