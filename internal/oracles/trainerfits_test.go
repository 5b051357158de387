package oracles

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/takes"
	"github.com/toolspeak/toolspeak/internal/templates"
	rowsfor "github.com/toolspeak/toolspeak/internal/trainers"
	"github.com/toolspeak/toolspeak/ir"
)

// fitted are templates of TRL's folder, by their names in the table of takes.
var fitted = map[string]string{
	"qwen2.5": "qwen2_5", "qwen3": "qwen3", "llama-3.1": "llama3_1", "gemma-3": "gemma3", "gemma-4": "gemma4", "glm-4.6": "glm4moe", "gpt-oss": "gptoss", "phi-3.5": "phi3_5",
	"nemotron-3-nano": "nemotron_3_nano", "lfm2.5": "lfm2_2_5",
}

var truthWords = regexp.MustCompile(`(said|heard)-[a-z]`)

// toldByTemplates are the codes with which a row says that a template leaves something out.
var toldByTemplates = []ir.Code{ir.CodeTemplateThought, ir.CodeTemplateTools, ir.CodeThoughtDropped, ir.CodeToolListUnread, ir.CodeRowKey}

// TestTrainerFits lets Python's jinja render rows that are for a template: it takes each,
// and all words of the source are in its text, or the row says that some are not.
func TestTrainerFits(t *testing.T) {
	o := startTrainers(t)
	rows, rejects := 0, 0
	for name, file := range fitted {
		for _, trainer := range []string{"trl", "slime", "axolotl", "prime-rl", "skyrl"} {
			for _, to := range []string{"", "openai"} {
				for _, fit := range []*rowsfor.Fit{namedFit(t, name), fileFit(t, file)} {
					opts := dataset.Options{For: trainer, Fit: fit, Options: convert.Options{To: to}}
					for kind, record := range truths {
						r := made(t, opts, [][]byte{[]byte(record)})
						if len(r.rows) == 0 {
							rejects++
							require.Zero(t, r.rejected[ir.CodeInternal])
							continue
						}
						rows++
						var v struct {
							Rows []struct{ Text, Fault string }
						}
						o.ask(map[string]any{"template": file, "rows": string(r.rows)}, &v)
						require.Len(t, v.Rows, 1)
						require.Empty(t, v.Rows[0].Fault, "%s %s %s %s: %s", trainer, to, name, kind, r.rows)
						told := slices.ContainsFunc(r.reports[0], func(d ir.Diagnostic) bool { return slices.Contains(toldByTemplates, d.Code) })
						got := truthWords.FindAllString(v.Rows[0].Text, -1)
						for _, word := range truthWords.FindAllString(record, -1) {
							require.True(t, told || slices.Contains(got, word), "%s %s %s %s lacks %s, and nothing says so: %s\n%s", trainer, to, name, kind, word, r.rows, v.Rows[0].Text)
						}
					}
				}
			}
		}
	}
	t.Logf("%d rows, %d rejects", rows, rejects)
	require.Greater(t, rows, rejects)
}

func namedFit(t *testing.T, name string) *rowsfor.Fit {
	row, ok := takes.Named(name)
	require.True(t, ok, name)
	return &rowsfor.Fit{Takes: row}
}

func fileFit(t *testing.T, name string) *rowsfor.Fit {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(os.Getenv("TOOLSPEAK_TRAINERS")), "..", "lib", "*", "site-packages", "trl", "chat_templates", name+".jinja"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	s, err := templates.Read(files[0])
	require.NoError(t, err)
	s.Values.Set("eos_token", "<|im_end|>")
	tm, err := templates.Open(s, templates.Options{Pages: page.All(), Values: jinja.NewDict(0)})
	require.NoError(t, err)
	fit := &rowsfor.Fit{Takes: tm.Takes(), Prove: tm.Prove}
	fit.Name = name
	return fit
}
