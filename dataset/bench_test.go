package dataset

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

type discard struct{}

func (discard) Converted(*Item, *Result) error                { return nil }
func (discard) Rejected(*Item, *Result, *ir.Diagnostic) error { return nil }

// BenchmarkFile converts JSONL of chat records of about 5 KB from react to xml.
func BenchmarkFile(b *testing.B) {
	words := bytes.Repeat([]byte("The city has a population of 12.3 million, \\u00e9 \\\"so\\\".\\n"), 20)
	var in bytes.Buffer
	for range 200 {
		in.WriteString(`{"id": 1.0, "messages": [{"role": "user", "content": "Which city is larger?"}`)
		for range 3 {
			in.WriteString(`, {"role": "assistant", "content": "Thought: I will look it up.\nAction: search\nAction Input: {\"query\": \"population\"}"}, {"role": "user", "content": "Observation: `)
			in.Write(words)
			in.WriteString(`"}`)
		}
		in.WriteString(`, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Shanghai."}]}` + "\n")
	}
	for name, noVerify := range map[string]bool{"verified": false, "unverified": true} {
		b.Run(name, func(b *testing.B) {
			e, err := New(Options{Options: convert.Options{From: "react", To: "xml", NoVerify: noVerify}})
			require.NoError(b, err)
			b.SetBytes(int64(in.Len()))
			b.ReportAllocs()
			for b.Loop() {
				out := e.NewOutput(io.Discard)
				require.NoError(b, e.File("x.jsonl", bytes.NewReader(in.Bytes()), out, discard{}))
				require.NoError(b, out.Close())
			}
		})
	}
}
