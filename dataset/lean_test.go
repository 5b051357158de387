package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// longWay converts all records by Convert.
type longWay struct{ converter }

func (longWay) ConvertLean(*convert.Conversation) *convert.Lean { return nil }

// leanCount counts the records that ConvertLean converts and those that prove right.
type leanCount struct {
	converter
	known, proved int
}

func (c *leanCount) ConvertLean(in *convert.Conversation) *convert.Lean {
	l := c.converter.ConvertLean(in)
	if l != nil {
		c.known++
	}
	return l
}

func (c *leanCount) VerifyLean(in *convert.Conversation, l *convert.Lean) bool {
	ok := c.converter.VerifyLean(in, l)
	if ok {
		c.proved++
	}
	return ok
}

const leanChat = `{"messages": [{"role": "user", "content": "Where is it?"}, {"role": "assistant", "content": "Thought: Let me see.\nAction: search\nAction Input: {\"q\": \"it\"}"}, {"role": "user", "content": "Observation: here"}, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Here."}]}`

// leanRecords are records of clean messages, in every dress.
func leanRecords() []string {
	const flat = "\n\t"
	rnd := rand.New(rand.NewPCG(1, 2))
	out := []string{
		leanChat, strings.NewReplacer(": ", ":", ", ", ",").Replace(leanChat), strings.ReplaceAll(leanChat, `{"role"`, " { \t\"role\""),
		strings.NewReplacer(`"messages"`, `"conversations"`, `"role": "user"`, `"from": "human"`, `"role": "assistant"`, `"from": "gpt"`, `"content"`, `"value"`).Replace(leanChat),
		strings.ReplaceAll(leanChat, `"content"`, `"name": null, "content"`), strings.ReplaceAll(leanChat, `"}, {`, `", "id": 1.0}, {`),
		strings.ReplaceAll(leanChat, `"role": "user", "content": "Where is it?"`, `"content": "Where is it?", "role": "user"`),
		strings.ReplaceAll(leanChat, `"Where is it?"`, `[{"type": "text", "text": "Where is it?"}]`), strings.ReplaceAll(leanChat, `"Here."`, `["Here.", "There."]`),
		strings.ReplaceAll(leanChat, `"user", "content": "Obs`, `"tool", "content": "Obs`), strings.ReplaceAll(leanChat, "Where", `Wh\u0065re`), strings.ReplaceAll(leanChat, "Thought: Let", `Th\u006fught: Let`),
		strings.Replace(leanChat, `{"messages"`, `{"system": "Be kind.", "messages"`, 1), strings.Replace(leanChat, `{"messages"`, `{"id": 7, "tools": [{"name": "search", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}], "messages"`, 1),
		strings.Replace(leanChat, `{"messages"`, `{"tools": [{"name": "other"}], "messages"`, 1), strings.Replace(leanChat, `{"messages"`, `{"tools": [{"name": "search", "parameters": {"type": "object", "properties": {}, "required": ["page"]}}], "messages"`, 1),
		strings.Replace(leanChat, `[{"role": "user"`, `[{"role": "system", "content": "You answer."}, {"role": "user"`, 1), strings.ReplaceAll(leanChat, "search", "Answer"),
		leanChat[len(`{"messages": `) : len(leanChat)-1], flat + leanChat + flat, strings.ReplaceAll(leanChat, "here", ""), strings.ReplaceAll(leanChat, "Let me see.", ""),
		strings.ReplaceAll(leanChat, `"user"`, `"User"`), strings.ReplaceAll(leanChat, "Where is it?", "Observation: none"),
	}
	for id := range 20 {
		out = append(out, string(benchRecord(rnd, id)))
	}
	return out
}

// TestLean compares what becomes of records with and without the lean way.
func TestLean(t *testing.T) {
	for _, to := range []string{"react", "tool-input", "tool-json", "tao", "xml", "hermes"} {
		for _, o := range []Options{{}, {Layout: Messages}, {KeepOriginal: true}, {OutLayout: ShareGPT}} {
			o.To, o.From = to, "auto"
			both(t, o, leanRecords(), func(c *leanCount) {
				if to == "hermes" || o.OutLayout != Auto {
					require.Zero(t, c.known)
					return
				}
				require.Greater(t, c.known, len(leanRecords())/2)
				require.Equal(t, c.known, c.proved)
			})
		}
	}
}

// both converts records either way, and compares.
func both(t *testing.T, o Options, records []string, seen func(*leanCount)) {
	t.Helper()
	lean, err := New(o)
	require.NoError(t, err)
	long, err := New(o)
	require.NoError(t, err)
	c := &leanCount{converter: lean.conv}
	lean.conv, long.conv = c, longWay{long.conv}
	for _, raw := range records {
		got, gotRes, gotErr := lean.Record([]byte(raw))
		want, wantRes, wantErr := long.Record([]byte(raw))
		require.Equal(t, wantErr, gotErr, raw)
		require.Equal(t, string(want), string(got), raw)
		if len(wantRes.Diagnostics) == 0 {
			wantRes.Diagnostics, gotRes.Diagnostics = nil, nil
		}
		require.Equal(t, wantRes, gotRes, raw)
	}
	seen(c)
}

// TestLeanProof: what is damaged on the way is not taken for right.
func TestLeanProof(t *testing.T) {
	e, err := New(Options{Options: convert.Options{From: "react", To: "xml"}})
	require.NoError(t, err)
	r := newRecord([]byte(leanChat))
	require.Nil(t, r.check())
	require.Nil(t, r.read(Auto))
	l := e.conv.ConvertLean(&r.conv)
	require.NotNil(t, l)
	written := r.writeLean(l)
	require.True(t, e.proveLean(r, l, written))
	for i := range written {
		damaged := append([]byte(nil), written...)
		damaged[i] ^= 1
		require.False(t, e.proveLean(r, l, damaged), "%s", damaged)
		require.False(t, e.proveLean(r, l, append(damaged[:i:i], written[i+1:]...)), "without byte %d", i)
	}
}

// TestLeanReal is TestLean on real records, as they are and in the normal form of
// each style: nearly all of those are canonical text.
func TestLeanReal(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	for _, name := range []string{"llamaindex-react/finetuning_events_10q.jsonl", "chatmof/ft_agent.jsonl"} {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		require.NoError(t, err)
		records := strings.Split(strings.TrimSpace(string(data)), "\n")
		for _, from := range []string{"react", "tool-input", "tool-json", "tao", "xml"} {
			e, err := New(Options{Options: convert.Options{From: convert.Auto, To: from}})
			require.NoError(t, err)
			var normal []string
			for _, raw := range records {
				if out, _, err := e.Record([]byte(raw)); err == nil {
					normal = append(normal, string(out))
				}
			}
			known := 0
			for _, to := range []string{"react", "tool-input", "tool-json", "tao", "xml"} {
				o := Options{Options: convert.Options{From: convert.Auto, To: to}}
				both(t, o, records, func(c *leanCount) { known += c.known })
				both(t, o, normal, func(c *leanCount) { known += c.known })
			}
			all := 4 * (len(records) + len(normal))
			t.Logf("%s in %s: %d of %d conversions were lean", name, from, known, all)
			require.Greater(t, known, all/8)
		}
	}
}
