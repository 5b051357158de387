package dataset

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSniff(t *testing.T) {
	tests := []struct {
		name, content string
		layout        Layout
		want          container
	}{
		{"", "", LayoutAuto, empty},
		{"", " \n\t\n", LayoutAuto, empty},
		{"", `{"a":1}`, LayoutAuto, lines},
		{"", "\n{\"a\":1}\n\n{\"a\":2}\n", LayoutAuto, lines},
		{"", "{\"a\":1}\nnonsense\n", LayoutAuto, lines},
		{"", "{\"a\":1} x\n{\"a\":1}", LayoutAuto, lines},
		{"", "{\n \"a\":1}\n", LayoutAuto, value},
		{"", "{\"a\":\n{\"b\":1}}\n", LayoutAuto, value},
		{"", "{\"a\": [1,\n[2]]}\n", LayoutAuto, value},
		{"", "{\"a\":1\n,\"b\":2}", LayoutAuto, value},
		{"", "{\"a\":1,\n{\"b\":2}\n", LayoutAuto, lines},       // the first is cut off
		{"", "{\"a\":\"x, {\n{\"b\":2}\n", LayoutAuto, lines},   // within a string
		{"", "[{\"a\":1},{\"b\n{\"b\":2}\n", LayoutAuto, lines}, // within an array
		{"", `[{"a":1}]`, LayoutAuto, array},
		{"", "[\n{\"a\":1}\n]", LayoutAuto, array},
		{"", "[{\"a\":1},\n{\"a\":2}]", LayoutAuto, array},
		{"", "[1]\n[2]\n", LayoutAuto, lines},
		{"", `"Question: x"`, LayoutAuto, lines},
		{"", "\"a\"\n\"b\"\n", LayoutAuto, lines},
		{"", "\"a\" he said\n", LayoutAuto, plain},
		{"", "\"a\"\nhe said\n", LayoutAuto, plain},
		{"", "null", LayoutAuto, lines},
		{"", "17\n", LayoutAuto, lines},
		{"", "17 apples\n", LayoutAuto, plain},
		{"", "17\napples\n", LayoutAuto, plain},
		{"", "Question: x\n{\"a\":1}\n", LayoutAuto, plain},
		{"a.txt", "[note] x\n", LayoutAuto, either},
		{"a.md", "{\n", LayoutAuto, either},
		{"a.TXT", "{nonsense}\n", LayoutAuto, either},
		{"a.txt", "{\"a\":1}\n", LayoutAuto, lines},
		{"", "[note] x\n", LayoutText, either},
		{"", "null\n", LayoutText, plain},
		{"", "Question: x\n", LayoutMessages, lines},
		{"a.jsonl", "Question: x\n", LayoutAuto, lines},
		{"a.json", "Question: x\ny\n", LayoutAuto, value},
		{"a.json", "nul", LayoutAuto, lines},
	}
	for _, tt := range tests {
		for _, r := range []*strings.Reader{strings.NewReader(tt.content)} {
			s := newSource(tt.name, newReader(iotest.OneByteReader(r)))
			got, _, err := s.sniff(tt.layout, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "%s %q", tt.name, tt.content)
			rest, _, err := readAll(s, nil, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.content, string(rest), "the input is left where it was")
		}
	}
}
