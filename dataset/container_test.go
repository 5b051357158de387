package dataset

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/layouts"
)

func TestSniff(t *testing.T) {
	tests := []struct {
		name, content string
		layout        layouts.Layout
		want          container
	}{
		{"", "", layouts.Auto, empty},
		{"", " \n\t\n", layouts.Auto, empty},
		{"", `{"a":1}`, layouts.Auto, lines},
		{"", "\n{\"a\":1}\n\n{\"a\":2}\n", layouts.Auto, lines},
		{"", "{\"a\":1}\nnonsense\n", layouts.Auto, lines},
		{"", "{\"a\":1} x\n{\"a\":1}", layouts.Auto, lines},
		{"", "{\n \"a\":1}\n", layouts.Auto, value},
		{"", "{\"a\":\n{\"b\":1}}\n", layouts.Auto, value},
		{"", "{\"a\": [1,\n[2]]}\n", layouts.Auto, value},
		{"", "{\"a\":1\n,\"b\":2}", layouts.Auto, value},
		{"", "{\"a\":1,\n{\"b\":2}\n", layouts.Auto, lines},       // the first is cut off
		{"", "{\"a\":\"x, {\n{\"b\":2}\n", layouts.Auto, lines},   // within a string
		{"", "[{\"a\":1},{\"b\n{\"b\":2}\n", layouts.Auto, lines}, // within an array
		{"", `[{"a":1}]`, layouts.Auto, array},
		{"", "[\n{\"a\":1}\n]", layouts.Auto, array},
		{"", "[{\"a\":1},\n{\"a\":2}]", layouts.Auto, array},
		{"", "[1]\n[2]\n", layouts.Auto, lines},
		{"", `"Question: x"`, layouts.Auto, lines},
		{"", "\"a\"\n\"b\"\n", layouts.Auto, lines},
		{"", "\"a\" he said\n", layouts.Auto, plain},
		{"", "\"a\"\nhe said\n", layouts.Auto, plain},
		{"", "null", layouts.Auto, lines},
		{"", "17\n", layouts.Auto, lines},
		{"", "17 apples\n", layouts.Auto, plain},
		{"", "17\napples\n", layouts.Auto, plain},
		{"", "Question: x\n{\"a\":1}\n", layouts.Auto, plain},
		{"a.txt", "[note] x\n", layouts.Auto, either},
		{"a.md", "{\n", layouts.Auto, either},
		{"a.TXT", "{nonsense}\n", layouts.Auto, either},
		{"a.txt", "{\"a\":1}\n", layouts.Auto, lines},
		{"", "[note] x\n", layouts.Text, either},
		{"", "null\n", layouts.Text, plain},
		{"", "Question: x\n", layouts.Messages, lines},
		{"a.jsonl", "Question: x\n", layouts.Auto, lines},
		{"a.json", "Question: x\ny\n", layouts.Auto, value},
		{"a.json", "nul", layouts.Auto, lines},
	}
	for _, tt := range tests {
		for _, r := range []*strings.Reader{strings.NewReader(tt.content)} {
			s := newSource(tt.name, takeReader(iotest.OneByteReader(r)))
			got, _, err := s.sniff(tt.layout, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "%s %q", tt.name, tt.content)
			rest, _, err := readAll(s, nil, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.content, string(rest), "the input is left where it was")
		}
	}
}
