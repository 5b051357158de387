package dataset_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// TestTrainerCombinations converts for each trainer to each style and shape that it
// takes, with each policy: rows are JSON in which something is trained, and a record of
// which there are none is rejected.
func TestTrainerCombinations(t *testing.T) {
	targets := []string{"", "react", "hermes", "xml", "tao", "tool-json", "openai", "swift", "llamafactory"}
	engines := map[string]*dataset.Engine{}
	for _, trainer := range dataset.Trainers() {
		for _, to := range targets {
			for _, policy := range train.Policies() {
				e, err := dataset.New(dataset.Options{For: trainer, Train: train.Policy(policy), Options: convert.Options{To: to}})
				var wrong *convert.OptionError
				if errors.As(err, &wrong) {
					require.Equal(t, "to", wrong.Option)
					continue
				}
				require.NoError(t, err)
				engines[trainer+" "+to+" "+policy] = e
			}
		}
	}
	require.Greater(t, len(engines), 500)
	names := slices.Sorted(maps.Keys(engines))
	rapid.Check(t, func(t *rapid.T) {
		record := (&gen.Generator{T: t, Hits: gen.Hits{}}).OpenAI(false)
		for range 20 {
			name := rapid.SampledFrom(names).Draw(t, "name")
			rows, _, err := engines[name].Record(record)
			if err != nil {
				require.NotContains(t, []ir.Code{ir.CodeInternal, ""}, codeOf(err), "%s: %v", name, err)
				continue
			}
			trained := 0
			for row := range strings.SplitSeq(string(rows), "\n") {
				var fields struct {
					Segments   []train.Segment
					Completion json.RawMessage
					Messages   []struct{ Role string }
				}
				require.NoError(t, json.Unmarshal([]byte(row), &fields), "%s: %s", name, row)
				for _, s := range fields.Segments {
					if s.Label {
						trained++
					}
				}
				if fields.Completion != nil {
					trained++
				}
				for _, m := range fields.Messages {
					require.NotEmpty(t, m.Role, "%s: %s", name, row)
				}
			}
			if strings.HasPrefix(name, "axolotl-segments ") || strings.HasPrefix(name, "trl-t") {
				require.NotZero(t, trained, "%s: %s", name, rows)
			}
		}
	})
}
