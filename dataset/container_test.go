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
		{"", "", Auto, empty},
		{"", " \n\t\n", Auto, empty},
		{"", `{"a":1}`, Auto, lines},
		{"", "\n{\"a\":1}\n\n{\"a\":2}\n", Auto, lines},
		{"", "{\"a\":1}\nnonsense\n", Auto, lines},
		{"", "{\"a\":1} x\n{\"a\":1}", Auto, lines},
		{"", "{\n \"a\":1}\n", Auto, value},
		{"", "{\"a\":\n{\"b\":1}}\n", Auto, value},
		{"", "{\"a\": [1,\n[2]]}\n", Auto, value},
		{"", "{\"a\":1\n,\"b\":2}", Auto, value},
		{"", "{\"a\":1,\n{\"b\":2}\n", Auto, lines},       // the first is cut off
		{"", "{\"a\":\"x, {\n{\"b\":2}\n", Auto, lines},   // within a string
		{"", "[{\"a\":1},{\"b\n{\"b\":2}\n", Auto, lines}, // within an array
		{"", `[{"a":1}]`, Auto, array},
		{"", "[\n{\"a\":1}\n]", Auto, array},
		{"", "[{\"a\":1},\n{\"a\":2}]", Auto, array},
		{"", "[1]\n[2]\n", Auto, lines},
		{"", `"Question: x"`, Auto, lines},
		{"", "\"a\"\n\"b\"\n", Auto, lines},
		{"", "\"a\" he said\n", Auto, plain},
		{"", "\"a\"\nhe said\n", Auto, plain},
		{"", "null", Auto, lines},
		{"", "17\n", Auto, lines},
		{"", "17 apples\n", Auto, plain},
		{"", "17\napples\n", Auto, plain},
		{"", "Question: x\n{\"a\":1}\n", Auto, plain},
		{"a.txt", "[note] x\n", Auto, either},
		{"a.md", "{\n", Auto, either},
		{"a.TXT", "{nonsense}\n", Auto, either},
		{"a.txt", "{\"a\":1}\n", Auto, lines},
		{"", "[note] x\n", Text, either},
		{"", "null\n", Text, plain},
		{"", "Question: x\n", Messages, lines},
		{"a.jsonl", "Question: x\n", Auto, lines},
		{"a.json", "Question: x\ny\n", Auto, value},
		{"a.json", "nul", Auto, lines},
	}
	for _, tt := range tests {
		for _, r := range []*strings.Reader{strings.NewReader(tt.content)} {
			s := newSource(tt.name, iotest.OneByteReader(r))
			got, err := s.sniff(tt.layout, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "%s %q", tt.name, tt.content)
			rest, _, err := readAll(s, nil, MaxRecord)
			require.NoError(t, err)
			assert.Equal(t, tt.content, string(rest), "the input is left where it was")
		}
	}
}
