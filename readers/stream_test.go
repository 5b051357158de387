package readers

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// added puts together what a stream told of the pieces of a text. taken is how often something
// was taken back. Words are only where they were a thought whose beginning nobody saw.
func added(t *testing.T, r *Reader, tools *Tools, pieces []string) (steps []toldStep, taken int) {
	s := r.Stream(tools)
	var events []Event
	for _, p := range pieces {
		events = append(events, s.Feed(p)...)
	}
	rest, _ := s.End()
	events = append(events, rest...)
	for i, e := range events {
		if e.Kind == TakenBack {
			require.Less(t, e.Step, len(steps), "%v", pieces)
			if steps[e.Step].kind == Words {
				require.Equal(t, Thought, events[i+1].Kind, "%q", pieces)
			}
			taken++
			steps = steps[:e.Step]
			continue
		}
		require.LessOrEqual(t, e.Step, len(steps), "%v", pieces)
		if e.Step == len(steps) {
			steps = append(steps, toldStep{kind: e.Kind})
		}
		switch it := &steps[e.Step]; e.Kind {
		case CallBegins:
			it.name = e.Text
		case CallEnds:
			it.ended = true
		default:
			it.text += e.Text
		}
	}
	return steps, taken
}

// splits returns the ways in which a text is cut: once at each place, three times at random
// ones, and after each byte.
func splits(text string, random *rand.Rand) (list [][]string) {
	var bytes []string
	for i := range len(text) {
		bytes = append(bytes, text[i:i+1])
		list = append(list, []string{text[:i], text[i:]})
	}
	for range 50 {
		cuts := []int{0, random.IntN(len(text) + 1), random.IntN(len(text) + 1), random.IntN(len(text) + 1), len(text)}
		slices.Sort(cuts)
		var pieces []string
		for i := range 4 {
			pieces = append(pieces, text[cuts[i]:cuts[i+1]])
		}
		list = append(list, pieces)
	}
	return append(list, bytes)
}

// streamed compares streams of a text with the whole.
func streamed(t *testing.T, r *Reader, text string, tools *Tools, random *rand.Rand) (taken int) {
	want := stepsTold(r.Read(text, tools).Steps, nil)
	for i := range want {
		if want[i].kind == Result {
			want[i].name = ""
		}
	}
	for _, pieces := range splits(text, random) {
		got, n := added(t, r, tools, pieces)
		taken += n
		if len(want) == 0 {
			require.Empty(t, got, "%s: %q", r.page.Name, pieces)
			continue
		}
		require.Equal(t, want, got, "%s: %q", r.page.Name, pieces)
	}
	return taken
}

// Streams of the cases of other parsers' suites add up to what is read of the whole.
func TestStreamPublicCases(t *testing.T) {
	f, err := os.Open(filepath.Join(os.Getenv("TOOLSPEAK_CORPUS"), "..", "tongues", "cases.jsonl"))
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || err != nil {
		t.Skip("skipped: TOOLSPEAK_CORPUS is not set, or has no cases of public parsers next to it")
	}
	defer f.Close()
	random := rand.New(rand.NewPCG(1, 2))
	all, back := 0, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c publicCase
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		if len(c.Text) > 3000 {
			c.Text = c.Text[:3000]
		}
		var tools *Tools
		if c.Tools != nil {
			tools, err = ParseTools(c.Tools)
			require.NoError(t, err)
		}
		all++
		if n := streamed(t, ForPage(page.ByName(c.Format)), c.Text, tools, random); n > 0 {
			back++
		}
	}
	t.Logf("%d texts, of which %d take something back", all, back)
}

// Streams of what the pages write add up, and take nothing back.
func TestStreamPages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tools, err := ParseTools([]byte(`[{"name": "tide", "parameters": {"properties": {"place": {"type": "string"}, "days": {"type": "integer"}, "all": {"type": "boolean"}}}}, {"name": "now", "parameters": {"properties": {}}}]`))
	require.NoError(t, err)
	call := func(name, args string) ir.Step {
		v := ir.Plain(args)
		return ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain(name), Args: ir.Args{Raw: v, Form: ir.JSON, Value: v}}
	}
	words := ir.Step{Kind: ir.Prose, Text: ir.Plain("I look: 3 < 5, {é} and [x].")}
	thought := ir.Step{Kind: ir.Thought, Text: ir.Plain("Low water?\nÜber two."), More: &ir.More{Reasoning: true}}
	first, second := call("tide", `{"place": "Ness \"old\"\nport", "days": 3, "all": true}`), call("now", `{}`)
	written := 0
	for _, p := range page.All() {
		for _, steps := range [][]ir.Step{{first}, {words, first}, {thought, words, first, second}, {first, second}, {thought, words}, {call("python", `{"code": "x = [3]"}`)}} {
			text, err := emitters.ForPage(p).Message(steps, 0)
			if err != nil {
				continue
			}
			written++
			require.Zero(t, streamed(t, ForPage(p), text, tools, random), "%s: %q", p.Name, text)
		}
	}
	require.Greater(t, written, 300)
}

// A long message takes time in proportion to its length, whatever its pieces are.
func TestStreamLong(t *testing.T) {
	for _, text := range []string{strings.Repeat("words ", 20000), "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"" + strings.Repeat("x", 100000)} {
		s := ForPage(page.ByName("qwen3-coder")).Stream(nil)
		looked := 0
		for i := range len(text) {
			before := s.read
			if s.Feed(text[i : i+1]); s.read != before {
				looked += s.read
			}
		}
		require.Less(t, looked, 300*len(text))
	}
}
