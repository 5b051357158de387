package oracles

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

// toolCall is a call, as OpenAI's Chat Completions and the parsers of servers have it.
type toolCall struct {
	Name      string
	Arguments any
}

// tongue is what is written of a record: the texts of the model's messages with calls.
type tongue struct {
	texts []string
	want  []toolCall
	tools json.RawMessage
}

// TestTongues writes generated transcripts in each format, and lets the parsers of servers
// read them: they find the calls that were meant, or the record was a reject. Where a parser
// reads something else, and why we are right, peerFaults says.
func TestTongues(t *testing.T) {
	interpreter := os.Getenv("TOOLSPEAK_TONGUES")
	if interpreter == "" {
		t.Skip("TOOLSPEAK_TONGUES is not set: make tongues installs the parsers of servers")
	}
	judge := run(t, interpreter, "tongues.py")
	var peers struct {
		Names  map[string][]string
		Absent map[string]string
	}
	line, err := judge.out.ReadBytes('\n')
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(line, &peers))
	for name, why := range peers.Absent {
		t.Logf("skipped: %s: %s", name, why)
	}
	n := testlong.Size(40, 1000)
	for _, p := range page.All() {
		if p.Written("tide_at") == "" {
			continue // it holds programs
		}
		t.Run(p.Name, func(t *testing.T) {
			written, rejects := speak(t, p, n)
			require.NotEmpty(t, written)
			var lines []string
			for peer, names := range peers.Names {
				for _, parser := range names {
					if page.ByName(parser) == p {
						lines = append(lines, judged(t, judge, peer, parser, written))
					}
				}
			}
			sort.Strings(lines)
			t.Logf("%d written, %d rejects; %s", len(written), rejects, strings.Join(lines, "; "))
		})
	}
}

// speak writes n generated records in the page's format, and counts those that are rejects.
func speak(t *testing.T, p *page.Page, n int) (written []tongue, rejects int) {
	t.Helper()
	engine, err := dataset.New(dataset.Options{Options: convert.Options{From: "openai", To: p.Name}})
	require.NoError(t, err)
	marks := append([]string(nil), p.Section...)
	for _, pattern := range append(append([]string(nil), p.Call...), p.Param...) {
		for _, x := range page.Split(pattern) {
			if !x.Hole {
				marks = append(marks, strings.TrimSpace(x.Text))
			}
		}
	}
	records := rapid.Custom(func(r *rapid.T) []byte {
		return (&gen.Generator{T: r, Hits: gen.Hits{}, Tokens: marks}).Offered()
	})
	for i := range n {
		record := records.Example(i)
		out, _, err := engine.Record(record)
		var d *ir.Diagnostic
		if errors.As(err, &d) {
			require.NotEqual(t, ir.CodeInternal, d.Code, "%s\n%s", d.Text(), record)
			rejects++
			continue
		}
		require.NoError(t, err)
		written = append(written, tongueOf(t, record, out))
	}
	return written, rejects
}

// tongueOf returns what was written of a record of Chat Completions.
func tongueOf(t *testing.T, record, out []byte) (it tongue) {
	t.Helper()
	var meant struct {
		Messages []struct {
			Calls []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Tools json.RawMessage
	}
	require.NoError(t, json.Unmarshal(record, &meant))
	for _, m := range meant.Messages {
		for _, c := range m.Calls {
			call := toolCall{Name: c.Function.Name}
			require.NoError(t, json.Unmarshal([]byte(c.Function.Arguments), &call.Arguments))
			it.want = append(it.want, call)
		}
	}
	it.tools = meant.Tools
	var said struct {
		Messages []struct{ Role, Content string }
	}
	require.NoError(t, json.Unmarshal(out, &said))
	for _, m := range said.Messages {
		if m.Role == "assistant" && m.Content != "Done." {
			it.texts = append(it.texts, m.Content)
		}
	}
	return it
}

// judged lets a parser read what was written, and reports what it reads otherwise.
func judged(t *testing.T, judge *script, peer, parser string, written []tongue) string {
	t.Helper()
	if f, ok := peerFaults[peer+" "+parser]; ok && slices.Contains(f.kinds, "any") {
		written = written[:min(len(written), 20)] // a few: one takes for ever
	}
	same, known, shown := 0, 0, 0
	for _, it := range written {
		var got []toolCall
		fault := ""
		for _, text := range it.texts {
			var said struct {
				Calls []toolCall
				Fault string
			}
			judge.ask(map[string]any{"peer": peer, "parser": parser, "text": text, "tools": it.tools}, &said)
			got, fault = append(got, said.Calls...), fault+said.Fault
		}
		if reflect.DeepEqual(got, it.want) {
			same++
			continue
		}
		if excused(peer+" "+parser, &it) {
			known++
			continue
		}
		if shown++; shown <= 3 {
			g, _ := json.Marshal(got)
			w, _ := json.Marshal(it.want)
			t.Logf("%s %s\n text %q\n want %s\n got  %s %s", peer, parser, it.texts, w, g, fault)
		}
	}
	if same+known < len(written) {
		t.Errorf("%s's %s reads %d of %d otherwise", peer, parser, len(written)-same-known, len(written))
	}
	said := fmt.Sprintf("%s %s %d of %d", peer, parser, same, len(written))
	if known > 0 {
		said += " (the others: " + peerFaults[peer+" "+parser].why + ")"
	}
	return said
}
