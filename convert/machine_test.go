package convert

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/grammar"
	internal "github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
	"github.com/toolspeak/toolspeak/styles"
)

// spoken returns the steps of a message as lines, but for what only the conversation says: the
// tool of a result that does not name it.
func spoken(steps []ir.Step) string {
	var b strings.Builder
	for i := range steps {
		s := &steps[i]
		tool := s.Tool.String()
		if s.Kind == ir.Observation {
			tool = ""
		}
		fmt.Fprintf(&b, "%d %s %q %q %v %q %q %v %v %t %t\n", s.Pos.Offset, s.Kind, s.Text.String(), tool, s.Args.Form, s.Args.Raw.String(), s.Args.Value.String(), s.Outcome, s.FixedSentence, s.Failed, s.Unmarked)
	}
	return b.String()
}

// sameMessage reads a message of the model by the page and as a conversation, and returns
// how many calls the latter reads, or -1 where it reads none of it, and how they differ.
func sameMessage(s *grammar.Style, r *readers.Reader, said string) (calls int, diff string) {
	res, err := internal.Read(s, &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("?")}, {Role: ir.RoleAssistant, Content: ir.Plain(said)}}})
	m := r.Read(said, nil)
	if err != nil {
		if len(m.Unread) == 0 {
			return -1, "read what is broken: " + err.Error()
		}
		return -1, ""
	}
	for i := range m.Steps {
		if m.Steps[i].Kind == ir.Call {
			calls++
		}
	}
	if want, got := spoken(res.Transcript.Steps[1:]), spoken(m.Steps); want != got {
		return calls, want + "by the page:\n" + got
	}
	return calls, ""
}

// TestPageReads reads what is written in each style, and drawn texts with its markers, by its
// page, message by message.
func TestPageReads(t *testing.T) {
	for _, s := range textStyles() {
		t.Run(s.Name, func(t *testing.T) {
			g, r := grammar.Of(s), readers.ForPage(s.Page())
			messages := 0
			rapid.Check(t, func(rt *rapid.T) {
				drawn := &gen.Generator{T: rt, Hits: gen.Hits{}}
				said := drawn.Conversation(s.Name).Messages
				if _, conv, err := written(rt, s, drawn.Transcript(), false); err == nil {
					said = append(said, conv.Messages...)
				}
				for _, m := range said {
					if m.Role != ir.RoleAssistant {
						continue
					}
					messages++
					if _, diff := sameMessage(g, r, m.Content.String()); diff != "" {
						rt.Fatalf("%q\n%s", m.Content.String(), diff)
					}
				}
			})
			t.Logf("%d messages", messages)
		})
	}
}

// TestPageReadsRealMessages does so with each message of the model in real data, in every style.
func TestPageReadsRealMessages(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set")
	}
	said := modelTexts(t, root)
	for _, s := range styles.All() {
		t.Run(s.Name, func(t *testing.T) {
			g, r := grammar.Of(s), readers.ForPage(s.Page())
			broken, calls := 0, 0
			for _, words := range said {
				n, diff := sameMessage(g, r, words)
				require.Empty(t, diff, "%q", words)
				if n < 0 {
					broken++
				}
				calls += max(n, 0)
			}
			t.Logf("%d messages read the same, with %d calls; %d are broken", len(said), calls, broken)
		})
	}
}

// modelTexts returns what models say in the files of a directory, each text once.
func modelTexts(t *testing.T, root string) (said []string) {
	seen := map[string]bool{}
	var walk func(v gjson.Result)
	walk = func(v gjson.Result) {
		if role := v.Get("role").String() + v.Get("from").String(); v.IsObject() && (role == "assistant" || role == "gpt") {
			for _, key := range []string{"content", "value"} {
				if words := v.Get(key); words.Type == gjson.String && !seen[words.String()] {
					seen[words.String()] = true
					said = append(said, words.String())
				}
			}
		}
		if v.IsObject() || v.IsArray() {
			v.ForEach(func(_, inner gjson.Result) bool { walk(inner); return true })
		}
	}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".json") {
			return err
		}
		b, err := os.ReadFile(path)
		for line := range bytes.Lines(b) {
			if gjson.ValidBytes(line) {
				walk(gjson.ParseBytes(line))
			}
		}
		if gjson.ValidBytes(b) {
			walk(gjson.ParseBytes(b))
		}
		return err
	}))
	return said
}
