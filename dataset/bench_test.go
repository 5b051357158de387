package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

type discard struct{}

func (discard) converted(*Record, *Result) error                { return nil }
func (discard) rejected(*Record, *ir.Diagnostic, *Result) error { return nil }

// benchRecord makes a chat record in react of about 5 KB: three calls with long
// observations, escapes and characters above ASCII.
func benchRecord(rnd *rand.Rand, id int) []byte {
	sentences := []string{
		`The city has a population of 12.3 million, \"so\" they say.`, `Île-de-France lies around Paris; 上海市 is larger.`,
		`Row 17\tof the table reads 4.5 \u00b5m.`, `It was measured in the spring of last year by three groups that did not agree.`,
		`{\"id\": 12, \"ok\": true}`, `See https://example.org/a?b=c&d=e for all of the figures.`,
	}
	b := fmt.Appendf(nil, `{"id": "r%06d", "messages": [{"role": "system", "content": "You answer questions with tools."}, {"role": "user", "content": "Which of the two cities is larger, number %d?"}`, id, id)
	for range 3 {
		b = fmt.Appendf(b, `, {"role": "assistant", "content": "Thought: I will look it up, place %d.\nAction: search\nAction Input: {\"query\": \"population of %d\", \"limit\": 5}"}, {"role": "user", "content": "Observation: `, rnd.IntN(100), rnd.IntN(1000))
		for range 15 + rnd.IntN(10) {
			b = append(append(b, sentences[rnd.IntN(len(sentences))]...), `\n`...)
		}
		b = append(b, `"}`...)
	}
	return append(b, `, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Shanghai (上海)."}], "score": 1.0}`...)
}

func benchInput() []byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var in []byte
	for i := range 200 {
		in = append(append(in, benchRecord(rnd, i)...), '\n')
	}
	return in
}

// BenchmarkFloor is what the others are measured by: it splits lines, checks
// each and writes it unchanged.
func BenchmarkFloor(b *testing.B) {
	in := benchInput()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		lines := bufio.NewReaderSize(bytes.NewReader(in), 1<<16)
		for {
			line, err := lines.ReadSlice('\n')
			if err == io.EOF {
				break
			}
			require.NoError(b, err)
			if !gjson.ValidBytes(line) {
				b.Fatal("not valid")
			}
			_, _ = io.Discard.Write(line)
		}
	}
}

// BenchmarkFile converts JSONL from react to xml.
func BenchmarkFile(b *testing.B) {
	in := benchInput()
	for _, noVerify := range []bool{true, false} {
		b.Run(benchName(noVerify), func(b *testing.B) {
			e, err := New(Options{Options: convert.Options{From: "react", To: "xml", SkipVerify: noVerify}})
			require.NoError(b, err)
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				out := newOutput(e, io.Discard)
				require.NoError(b, fileWith(e, pipelineOptions{}, "x.jsonl", bytes.NewReader(in), out, discard{}))
				require.NoError(b, out.close())
			}
		})
	}
}

func benchName(noVerify bool) string {
	if noVerify {
		return "unverified"
	}
	return "verified"
}

// BenchmarkRecord converts one record.
func BenchmarkRecord(b *testing.B) {
	raw := benchRecord(rand.New(rand.NewPCG(1, 2)), 1)
	for _, noVerify := range []bool{true, false} {
		b.Run(benchName(noVerify), func(b *testing.B) {
			e, err := New(Options{Options: convert.Options{From: "react", To: "xml", SkipVerify: noVerify}})
			require.NoError(b, err)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				_, _, err := e.Record(raw)
				require.NoError(b, err)
			}
		})
	}
}
