package literal

import "github.com/toolspeak/toolspeak/internal/text"

// Quote appends the characters of s as a JSON string, quotes included. Only what JSON
// demands is escaped.
func Quote(dst []byte, s text.Text) []byte {
	return append(s.AppendJSON(append(dst, '"'), false), '"')
}
