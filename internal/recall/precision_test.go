package recall

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// TestPrecision reads text that holds no call in any of the styles, and wants
// none to be found.
func TestPrecision(t *testing.T) {
	groups := map[string][]sample{
		"Go source": goSource(t),
		"chat":      plainChat(),
		"prompts":   prompted(t),
	}
	if root := os.Getenv("TOOLSPEAK_CORPUS"); root != "" {
		for name, pattern := range map[string]string{
			"tau-bench": "tau-bench/*.json", "glaive": "llamafactory/glaive*.json", "licences": "*/LICENSE*",
		} {
			paths, err := filepath.Glob(filepath.Join(root, pattern))
			require.NoError(t, err)
			require.NotEmpty(t, paths, name)
			for _, p := range paths {
				groups[name] = append(groups[name], withoutCalls(t, p)...)
			}
		}
		groups["web pages in observations"] = webPages(t, filepath.Join(root, "webdancer", "sample_traj.jsonl"))
	}
	for name, samples := range groups {
		require.NotEmpty(t, samples, name)
		found, rejected := invented(t, name, samples)
		require.Less(t, rejected, len(samples), "%s: all rejected, so nothing was tested", name)
		t.Logf("%-26s %5d texts, %d calls found, %d rejected", name, len(samples), found, rejected)
		require.Zero(t, found, "%s: calls found where there are none", name)
	}
}

// invented counts the calls found in samples that hold none. A text that is refused
// since there is no transcript in it was read as it should be.
func invented(t *testing.T, name string, samples []sample) (found, rejected int) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for i := range samples {
		for _, r := range convertSample(t, e, &samples[i]) {
			var d *ir.Diagnostic
			if errors.As(r.err, &d) && d.Code == ir.CodeNoTranscript {
				continue
			}
			if r.err != nil {
				rejected++
				continue
			}
			if n := r.res.Steps[ir.Call]; n > 0 {
				found += n
				t.Logf("%s %s: %.300s", name, samples[i].place, r.doc)
			}
		}
	}
	return found, rejected
}

// goSource returns the files of some packages of Go, each as a transcript and
// as the answer to a question.
func goSource(t *testing.T) (out []sample) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	paths, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http", "*.go"))
	require.NoError(t, err)
	for _, p := range paths {
		b, err := os.ReadFile(p)
		require.NoError(t, err)
		place := filepath.Base(p)
		out = append(out, sample{place: place, flat: string(b)}, sample{
			place:    place + " in a chat",
			messages: []message{{"user", "Show me the file."}, {"assistant", "```go\n" + string(b) + "```"}},
		})
	}
	return out
}

func plainChat() (out []sample) {
	for i, text := range []string{
		"The plan of action: first sweep, then mop.",
		"Write the action on the card, and its input below.",
		"My answer: it depends on the weather.",
		"A thought: why not ask the neighbours?",
		"The tool you want is a hammer. Its input is your arm.",
		"`Action` and `Action Input` are two markers of that format.",
		"- Action films\n- Thoughtful films",
		"Say <b>tool_use</b> and nothing else.",
		"{\"action\": 1, \"tool\": 2} is an object with two keys.",
		"Observation of birds: three sparrows.",
	} {
		out = append(out, sample{
			place:    fmt.Sprintf("chat %d", i+1),
			messages: []message{{"user", "What do you say?"}, {"assistant", text}},
		})
	}
	return out
}

// withoutCalls returns the transcripts of a file whose calls, if any, are
// native ones next to the text: they are left out.
func withoutCalls(t *testing.T, path string) (out []sample) {
	if filepath.Ext(path) == ".txt" || strings.HasPrefix(filepath.Base(path), "LICENSE") {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		return []sample{{place: filepath.Base(path), flat: string(b)}}
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, s := range texts(data) {
		out = append(out, sample{place: "text", messages: []message{{"user", "Go on."}, {"assistant", s}}})
	}
	return out
}

// webPages returns what tools gave back.
func webPages(t *testing.T, path string) (out []sample) {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, s := range texts(data) {
		if page, ok := strings.CutPrefix(strings.TrimSpace(s), "<tool_response>"); ok {
			out = append(out, sample{place: "page", messages: []message{
				{"user", "Read the page."}, {"assistant", strings.TrimSuffix(page, "</tool_response>")},
			}})
		}
	}
	return out
}

// prompted returns the prompts of every style, which show calls and hold none.
func prompted(t *testing.T) (out []sample) {
	for _, s := range styles.All() {
		text, _, err := prompts.New().Render(s, &prompts.ToolList{}, prompts.Options{})
		if err != nil {
			t.Logf("no prompt for %s: %v", s.Name, err)
			continue
		}
		for _, role := range []string{"system", "user"} {
			out = append(out, sample{place: s.Name + " as " + role, messages: []message{
				{role, text}, {"user", "Hello."}, {"assistant", "Hello, what can I do?"},
			}})
		}
	}
	return out
}
