package dataset

import "github.com/toolspeak/toolspeak/internal/layouts"

// Layout says where a record holds its transcripts. In a [Result] it may also be the
// name of a shape of native tool calls, such as "openai", which Options.From and
// Options.To take like a style's.
type Layout string

// The layouts of texts, as docs/layouts.md describes them.
const (
	// LayoutAuto recognises the layout of each record; as OutLayout it leaves records
	// as they are.
	LayoutAuto Layout = ""
	// LayoutMessages is a list of {"role", "content"}, bare or under "messages".
	LayoutMessages Layout = "messages"
	// LayoutShareGPT is a list of {"from", "value"}, bare or under "conversations".
	LayoutShareGPT Layout = "sharegpt"
	// LayoutChatTemplate is one text whose messages are between the tokens of a chat
	// template, bare or under "text", or a plain file.
	LayoutChatTemplate Layout = "chat-template"
	// LayoutText is one text, bare or under "text", or a plain file.
	LayoutText Layout = "text"
	// LayoutSegments is one text in pieces that say whether they are trained.
	LayoutSegments Layout = "segments"
	// LayoutPreference is a pair of transcripts under "chosen" and "rejected".
	LayoutPreference Layout = "preference"
	// LayoutPromptCompletion is one transcript under "prompt" and "completion".
	LayoutPromptCompletion Layout = "prompt-completion"
	// LayoutAlpaca is "instruction" with "input" and "output".
	LayoutAlpaca Layout = "alpaca"
	// LayoutField is that of a [Result] whose transcripts were at Options.Fields.
	LayoutField Layout = "field"
	// LayoutNeutral is the neutral document of package ir.
	LayoutNeutral Layout = "ir"
)

// String returns the layout's name: "auto" for LayoutAuto.
func (l Layout) String() string { return layouts.Layout(l).String() }
