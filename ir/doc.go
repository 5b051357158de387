// Package ir is what every style is read into and written from: a transcript as a list of
// steps, its diagnostics, and the neutral JSON document that holds one.
//
// # Words
//
// All packages, the command and the documents use these words:
//
//   - style: a way of writing steps as text, such as react or xml;
//   - shape: a way of writing calls and results as fields, such as openai or anthropic;
//   - layout: where a transcript is in a record, such as messages or sharegpt;
//   - record: one JSON value of a data set, or a file of plain text;
//   - transcript: one conversation, as messages or as one plain text;
//   - step: one thing that happened: what the user said, a thought, a call, an observation,
//     an answer, or other words of the model (prose);
//   - argument: what a call gives its tool; its form is JSON, Python, plain text or broken;
//   - observation: the result of a call; one in the model's own message is inline, and one
//     that the model wrote itself is invented;
//   - marker: the word with a colon that begins a step, such as "Action:";
//   - format instructions: the part of a system prompt that teaches the model a style;
//   - tool list: the tools that a system prompt, or a key of the record, offers;
//   - fixed sentence: a sentence that format instructions dictate word for word;
//   - variant: a style that is detected only where there is more evidence for it than for
//     each style that is none;
//   - escaped: of a line, with a space before what would read as a marker; of a text, spelled
//     as the inside of a JSON string;
//   - lowering: changing steps into those that the target can say;
//   - reject: a record that is not converted; loss: what the target can't say; repair: what
//     was wrong in the source and was read all the same; note: a change that every good run
//     has;
//   - read-back: reading what was written, and comparing it with what was meant.
package ir
