package recall

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// nativeTrips says of each source how many records keep every byte in their own shape,
// and how many have the same steps after the way through a style or shape and back. All
// others must have a loss that explains it.
var nativeTrips = map[string]struct {
	same int
	back map[string]int
	why  string
}{
	"native/pydantic-ai-temporal":       {35, each(35), ""},
	"native/pydantic-ai-tool-search":    {120, map[string]int{"react": 89, "hermes": 89, "openai": 95}, "hosted tools, whose calls and results are no text; late results that move to their calls; calls that failed"},
	"native/openinference-google-adk":   {22, each(22), ""},
	"native/nemo-gym-mini-swe":          {0, each(4), ""},
	"native/golang-atif":                {8, map[string]int{"react": 8, "hermes": 7, "openai": 8}, "hermes has one place for reasoning and words"},
	"native/adp-std":                    {82, each(64), "code as a text became an object; words before a final answer became part of it"},
	"native/swe-agent-function-calling": {0, each(2), ""},
	"native/claude-code-transcripts":    {0, each(1), "a call that failed"},
	"native/openai-cookbook-drone":      {81, each(87), "six records have arguments that were encoded twice, and are repaired"},
	"tau-bench":                         {200, each(200), ""},
}

func each(n int) map[string]int { return map[string]int{"react": n, "hermes": n, "openai": n} }

// explains are the losses and notes after which a transcript is another one when it
// comes back.
var explains = []ir.Code{
	ir.CodeArgsWrapped, ir.CodeEmptyText, ir.CodeEmptyThought, ir.CodeErrorDropped, ir.CodeJoined, ir.CodePartsDropped, ir.CodePartWords,
	ir.CodeResultName, ir.CodeResultOrder, ir.CodeSealedDropped, ir.CodeTextAsAnswer, ir.CodeTextAsThought,
}

// TestNativeSame: a record that stays in its shape keeps every byte, unless it was
// repaired.
func TestNativeSame(t *testing.T) {
	root := corpus(t)
	for _, src := range nativeSources {
		same, repaired := 0, 0
		for _, r := range nativeRecords(t, filepath.Join(root, src.dir), src.shape) {
			if layouts.TargetOf(r.shape) == nil {
				continue // it is read only
			}
			out, res, err := nativeConvert(t, r.shape, r.shape, r.raw)
			require.NoError(t, err, r.place)
			if bytes.Equal(r.raw, out) {
				same++
				continue
			}
			repaired++
			require.True(t, slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeArgsDouble }), r.place)
		}
		t.Logf("%s: %d the same, %d repaired", src.dir, same, repaired)
		require.Equal(t, nativeTrips[src.dir].same, same, src.dir)
	}
}

// TestNativeThereAndBack: what is said in a record comes back from a style or another
// shape, or a loss was reported that explains the difference.
func TestNativeThereAndBack(t *testing.T) {
	root := corpus(t)
	for _, src := range nativeSources {
		want := nativeTrips[src.dir]
		for via, least := range want.back {
			equal, explained := 0, 0
			for _, r := range nativeRecords(t, filepath.Join(root, src.dir), src.shape) {
				diff, codes := nativeTrip(t, r, via)
				if diff == "" {
					equal++
					continue
				}
				explained++
				require.True(t, slices.ContainsFunc(codes, func(c ir.Code) bool { return slices.Contains(explains, c) }), "%s by %s: %s\n%v", r.place, via, diff, codes)
			}
			t.Logf("%s by %s: %d equal, %d with a loss", src.dir, via, equal, explained)
			require.Equal(t, least, equal, "%s by %s", src.dir, via)
			require.Equal(t, explained > 0, want.why != "" && least < equal+explained, "%s by %s: %s", src.dir, via, want.why)
		}
	}
}

// nativeTrip converts a record to a style or shape and back, and returns the first
// difference between its steps with the codes of what was reported.
func nativeTrip(t *testing.T, r nativeRecord, via string) (diff string, codes []ir.Code) {
	t.Helper()
	home := r.shape
	if layouts.TargetOf(home) == nil {
		home = "openai"
	}
	there, res, err := nativeConvert(t, r.shape, via, r.raw)
	require.NoError(t, err, "%s to %s", r.place, via)
	back, more, err := nativeConvert(t, via, home, there)
	require.NoError(t, err, "%s from %s", r.place, via)
	for _, d := range append(res.Diagnostics, more.Diagnostics...) {
		if d.Severity != ir.Repair {
			codes = append(codes, d.Code)
		}
	}
	return ir.Diff(spokenSteps(t, r.shape, r.raw), spokenSteps(t, home, back)), codes
}

func nativeConvert(t *testing.T, from, to string, raw []byte) ([]byte, dataset.Result, error) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: from, To: to}})
	require.NoError(t, err)
	return e.Record(raw)
}

// spokenSteps returns what happened in a record: its steps without ids, weights and keys
// of one shape, which have codes of their own, and without which message they are in.
func spokenSteps(t *testing.T, shape string, raw []byte) *ir.Transcript {
	t.Helper()
	doc, _, err := nativeConvert(t, shape, "ir", raw)
	require.NoError(t, err)
	read, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	out := &ir.Transcript{}
	for _, s := range read.Steps {
		s.Message, s.Bare, s.More = 0, false, &ir.More{Reasoning: s.Rare().Reasoning}
		if s.Kind == ir.Observation {
			s.Role = ir.RoleTool
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}
