package convert_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// nativeShapes are those in which records of a few messages can be written and are
// recognised by themselves.
var nativeShapes = []string{"openai", "anthropic", "gemini", "responses", "llamafactory", "swift", "bedrock", "vercel", "langchain-chat"}

// recordTarget writes records, and named reads them as what they are.
type recordTarget struct {
	name         string
	write, named *dataset.Engine
}

func recordTargets(t require.TestingT) (targets []recordTarget) {
	engine := func(o dataset.Options) *dataset.Engine {
		e, err := dataset.New(o)
		require.NoError(t, err)
		return e
	}
	for _, s := range styles.All() {
		for _, layout := range []dataset.Layout{dataset.LayoutMessages, dataset.LayoutText, dataset.LayoutShareGPT} {
			targets = append(targets, recordTarget{fmt.Sprintf("%s, %s", s.Name, layout),
				engine(dataset.Options{Options: convert.Options{To: s.Name}, OutLayout: layout}),
				engine(dataset.Options{Options: convert.Options{From: s.Name, To: "ir"}})})
		}
	}
	for _, shape := range nativeShapes {
		targets = append(targets, recordTarget{shape, engine(dataset.Options{Options: convert.Options{To: shape}}),
			engine(dataset.Options{Options: convert.Options{From: shape, To: "ir"}})})
	}
	return targets
}

// TestReadsOwnRecords: a record that was written reads for who names nothing as it does for
// who names its style or shape, in each layout and shape. Else it was refused when it was
// written.
func TestReadsOwnRecords(t *testing.T) {
	t.Parallel()
	auto, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	targets := recordTargets(t)
	written, refused, unrecognised, codes := 0, 0, 0, map[ir.Code]int{}
	rapid.Check(t, func(rt *rapid.T) {
		g := gen.Generator{T: rt, Hits: gen.Hits{}, Tokens: foreignWords}
		drawn := g.Transcript()
		if rapid.Bool().Draw(rt, "native") {
			drawn = g.Native()
			drawn.Shape = "openai"
		}
		doc := ir.AppendDocument(nil, drawn, nil, false)
		for _, to := range targets {
			out, _, err := to.write.Record(doc)
			if err != nil {
				var d *ir.Diagnostic
				require.True(rt, errors.As(err, &d) && d.Code != ir.CodeInternal, "%s: %v\n%s", to.name, err, doc)
				refused++
				codes[d.Code]++
				continue
			}
			written++
			out = slices.Clone(out)
			_, _, err = auto.Record(out)
			var d *ir.Diagnostic
			switch {
			case isUnrecognised(err):
				unrecognised++ // too little is said in it
				continue
			case errors.As(err, &d) && isStray(drawn, d):
				continue
			}
			meant, found := readRecord(rt, to.name, to.named, out), readRecord(rt, to.name, auto, out)
			if !slices.Equal(meant, found) {
				rt.Fatalf("%s:\n%q\n%q\n%s", to.name, meant, found, out)
			}
		}
	})
	t.Logf("%d written, %d of them unrecognised, %d refused: %v", written, unrecognised, refused, codes)
	require.Greater(t, written, 2*refused)
	require.Less(t, unrecognised, written/100+1)
}

// isUnrecognised reports whether nothing tells what a record is.
func isUnrecognised(err error) bool {
	return slices.ContainsFunc([]ir.Code{ir.CodeUnknownLayout, ir.CodeNoTranscript, ir.CodeWrongType}, func(code ir.Code) bool {
		return errors.Is(err, &ir.Diagnostic{Code: code})
	})
}

// readRecord returns what is said and called in each message of a record. White space, think tags,
// the kinds of words and the names of results are those of the reader.
func readRecord(rt *rapid.T, name string, e *dataset.Engine, record []byte) (said []string) {
	doc, _, err := e.Record(record)
	if err != nil {
		rt.Fatalf("%s: %v\n%s", name, err, record)
	}
	read, _, err := ir.ParseDocument(slices.Clone(doc))
	if err != nil {
		rt.Fatalf("%s: %v\n%s", name, err, doc)
	}
	bare := strings.NewReplacer("<think>", "", "</think>", "", " ", "", "\n", "", "\r", "", "\t", "")
	sentences := fixedSentences()
	for i := range read.Steps {
		s := &read.Steps[i]
		words := s.Text.String()
		for _, sentence := range sentences { // styles say it each in words of their own
			words = strings.ReplaceAll(words, sentence, "")
		}
		words = bare.Replace(words)
		switch {
		case s.Role == ir.RoleSystem:
		case s.Kind == ir.Call:
			said = append(said, fmt.Sprintf("call of %s: %s", s.Tool, bare.Replace(s.Args.Raw.String())))
		case i > 0 && read.Steps[i-1].Message == s.Message && read.Steps[i-1].Kind != ir.Call:
			said[len(said)-1] += words
		default:
			said = append(said, s.Role.String()+": "+words)
		}
	}
	return said
}
