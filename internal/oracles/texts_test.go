package oracles

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// noTexts are TRL's templates that leave such messages out: those of gemma refuse a system
// prompt, the others take lists of parts alone.
const noTexts = "gemma gemma_training idefics3 idefics3_training llava_next llava_next_training smolvlm smolvlm_training"

// TestTemplatesKeepTexts renders rows in the text of a style with all of TRL's templates:
// what the model says comes out as it was written, but for white space around it. That is
// why a text target is the safe one.
func TestTemplatesKeepTexts(t *testing.T) {
	o := start(t)
	list, err := exec.Command(python(t), "oracle.py", "templates").Output()
	require.NoError(t, err)
	names := strings.Fields(string(list))
	var changed []string
	for _, to := range []string{"react", "hermes", "xml"} {
		engine, err := dataset.New(dataset.Options{For: "trl", Options: convert.Options{To: to, Observations: convert.UserObservations}})
		require.NoError(t, err)
		row, _, err := engine.Record(record(`{"hour": 3.50, "say": "</tool_call> \"é\" <b>"}`))
		require.NoError(t, err)
		var fields struct {
			Messages []struct{ Role, Content string }
		}
		require.NoError(t, json.Unmarshal(row, &fields))
		for _, name := range names {
			v := o.judge("template:"+name, row)
			for _, m := range fields.Messages {
				if m.Role == "assistant" && (v.Fault != "" || !strings.Contains(v.Text, strings.TrimSpace(m.Content))) && !slices.Contains(changed, name) {
					changed = append(changed, name)
					t.Logf("%s, %s: %s", name, to, v.Fault)
				}
			}
		}
	}
	slices.Sort(changed)
	require.Equal(t, strings.Fields(noTexts), changed)
	t.Logf("%d of %d templates keep the texts", len(names)-len(changed), len(names))
}
