package stats_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/stats"
)

func engine(t *testing.T) *dataset.Engine {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	return e
}

// summary counts the records of a file.
func summary(t *testing.T, e *dataset.Engine, name string, content []byte) *stats.Summary {
	t.Helper()
	c := stats.New()
	for rec, err := range e.Records(context.Background(), name, bytes.NewReader(content)) {
		require.NotNil(t, rec, "%v", err)
		found, err := e.Inspect(rec)
		c.Add(rec, &found, err)
		found.Release()
	}
	return c.Summary()
}

const (
	tea  = `{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tea? \u00e9\ud83d\ude00"}, {"role": "assistant", "content": "Thought: I look.\nAction: search\nAction Input: {\"q\": \"tea\"}"}, {"role": "user", "content": "Observation: green"}, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Green."}]}`
	call = `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "Thought: b\nAction: clock\nAction Input: {'zone': 'here'}"}]}`
	none = `{"messages": [{"role": "assistant", "content": "Thought: c\nAnswer: C."}]}`
)

func TestSummary(t *testing.T) {
	s := summary(t, engine(t), "a.jsonl", []byte(strings.Join([]string{tea, call, "{", none, tea, strings.Replace(tea, "green", "black", 1)}, "\n")))
	require.Equal(t, 6, s.Records)
	require.Equal(t, 1, s.Unreadable)
	require.Equal(t, map[string]int{"react": 5}, s.Styles)
	require.Equal(t, map[string]int{"user": 4, "thought": 8, "call": 4, "observation": 3, "answer": 4}, s.Steps)
	require.Equal(t, map[string]int{"system": 3, "user": 7, "assistant": 8}, s.Roles)
	require.Equal(t, map[string]int{"json": 3, "python": 1}, s.Arguments)
	require.Equal(t, stats.Outcomes{Answered: 4, Succeeded: 3, CutOff: 1, NoUser: 1, Ends: map[string]int{"answer": 4, "call": 1}}, s.Outcomes)
	require.Equal(t, stats.Duplicates{
		Questions: 2, Transcripts: 1, Exact: true,
		Question:   &stats.Example{File: "a.jsonl", Record: 5, Text: "Tea? é😀"},
		Transcript: &stats.Example{File: "a.jsonl", Record: 5, Text: "the same steps as in an earlier record"},
	}, s.Duplicates)
	require.Equal(t, 3, s.Prompts.Records)
	require.Equal(t, 1, s.Prompts.Different)
	require.True(t, s.Prompts.Exact)
	require.Equal(t, 3, s.Prompts.Most[0].Records)
	require.Equal(t, []string{"search 3 3", "clock 1 1"}, toolsOf(s))
	require.Equal(t, `{"q": "tea"}`, s.Tools[0].Example.Text)
	require.Equal(t, "not-json", s.Diagnostics[0].Code, "rejects come first")
	require.Equal(t, "python-args", s.Diagnostics[1].Code)
	require.Equal(t, []int{2, 3, 15}, []int{s.Diagnostics[1].Examples[0].Message, s.Diagnostics[1].Examples[0].Line, s.Diagnostics[1].Examples[0].Column})
	require.Contains(t, s.Diagnostics[1].Examples[0].Text, "Action Input: {'zone': 'here'}")

	users := s.Lengths[0]
	require.Equal(t, "user turns", users.Of)
	require.Equal(t, []any{4, int64(26), 5, 7, 7}, []any{users.Count, users.Sum, users.Min, users.Max, users.P90}, "characters, not bytes")
	require.Equal(t, []int{5, 6, 7}, []int{users.Buckets[0].From, users.Buckets[1].From, users.Buckets[2].From})
	require.Equal(t, &stats.Example{File: "a.jsonl", Record: 2}, users.Buckets[0].Example)
}

// Roles are those of messages, whatever says who did what.
func TestRoles(t *testing.T) {
	for name, c := range map[string]struct {
		record          string
		roles           map[string]int
		messages, calls int
		prompts         string
	}{
		"alternatives": {
			`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": ["Thought: a\nAction: f\nAction Input: {}", "Thought: b\nAction: g\nAction Input: {}"]}]}`,
			map[string]int{"user": 1, "assistant": 1}, 2, 2, "",
		},
		"fields": {
			`{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}, {"id": "b", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "tool", "tool_call_id": "b", "content": "2"}]}`,
			map[string]int{"system": 1, "user": 1, "assistant": 1, "tool": 2}, 5, 2, "none",
		},
		"a prompt next to the messages": {
			`{"system": "Use this format:\n\nThought: x\nAction: the tool\nAction Input: its arguments", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: a\nAnswer: b"}]}`,
			map[string]int{"system": 1, "user": 1, "assistant": 1}, 3, 0, "react",
		},
		"twice the same prompt": {
			`{"system": "Be brief.", "conversations": [{"from": "system", "value": "Be brief."}, {"from": "human", "value": "?"}, {"from": "gpt", "value": "Thought: a\nAnswer: b"}]}`,
			map[string]int{"system": 1, "user": 1, "assistant": 1}, 3, 0, "none",
		},
		"text": {`{"text": "Question: ?\nThought: a\nAnswer: b"}`, map[string]int{}, 2, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := summary(t, engine(t), "a.jsonl", []byte(c.record))
			require.Zero(t, s.Unreadable)
			require.Equal(t, c.roles, s.Roles)
			require.Equal(t, []int{c.messages, c.calls}, []int{s.PerRecord[0].Max, s.PerRecord[2].Max})
			prompts := map[string]int{}
			if c.prompts != "" {
				prompts[c.prompts] = 1
			}
			require.Equal(t, prompts, s.Prompts.Styles)
		})
	}
}

// What is the same is counted as such however it is spelled, and what is not is told
// apart.
func TestSpellings(t *testing.T) {
	spelled := strings.NewReplacer("é", `\u00e9`, "Be", `\u0042e`, "{\\\"q", "{\\u0022q").Replace(strings.ReplaceAll(tea, `\u00e9`, "é"))
	other := strings.Replace(tea, "Thought: I look.\\nAction: search", "Thought: I look.s\\nAction: earch", 1)
	s := summary(t, engine(t), "a.jsonl", []byte(strings.Join([]string{tea, spelled, other, tea}, "\n")))
	require.Equal(t, []int{3, 2, 1}, []int{s.Duplicates.Questions, s.Duplicates.Transcripts, s.Prompts.Different})
	require.Equal(t, 4, s.Prompts.Most[0].Records)
	require.Equal(t, s.Lengths[0].Min, s.Lengths[0].Max)
}

func toolsOf(s *stats.Summary) (list []string) {
	for _, t := range s.Tools {
		list = append(list, fmt.Sprint(t.Name, " ", t.Calls, " ", t.Records))
	}
	return list
}

// TestReport compares the counts with those of a conversion's report, and those of
// records and roles with what can be counted without reading, for every file of real
// data.
func TestReport(t *testing.T) {
	paths, _ := filepath.Glob("../testdata/*.jsonl")
	require.NotEmpty(t, paths)
	if corpus := os.Getenv("TOOLSPEAK_CORPUS"); corpus != "" {
		root, err := filepath.EvalSymlinks(corpus)
		require.NoError(t, err)
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != "SOURCES.md" && !strings.HasPrefix(d.Name(), "LICENSE") {
				paths = append(paths, path)
			}
			return err
		}))
	}
	e := engine(t)
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path))+" "+filepath.Base(path), func(t *testing.T) {
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			r, err := e.CopyWith(context.Background(), io.Discard, bytes.NewReader(content),
				dataset.CopyOptions{Name: path, RunOptions: dataset.RunOptions{Workers: 1, OnReject: dataset.SkipRejects}})
			if err != nil {
				t.Skipf("it holds no records: %v", err)
			}
			s, said := readable(t, e, path, content)
			require.Equal(t, []int{r.Records, r.Rejected}, []int{s.Records, s.Unreadable})
			require.Equal(t, r.Styles, s.Styles)
			require.Equal(t, r.Steps, s.Steps)
			repairs := map[string]int{}
			for _, d := range s.Diagnostics {
				if d.Severity == "repair" {
					repairs[d.Code] = d.Count
				}
			}
			delete(r.Repairs, "frame-dropped") // which is done in writing
			require.Equal(t, r.Repairs, repairs)
			switch {
			case strings.Contains(filepath.ToSlash(path), "/logs/"): // whose lines are events, spans and requests
			case filepath.Ext(path) == ".jsonl" && s.Layouts["session"] == 0: // a log is one record
				require.Equal(t, lines(content), s.Records)
			case filepath.Ext(path) == ".json":
				if s.Records != 1 { // a list of messages is one record
					require.Equal(t, len(gjson.ParseBytes(content).Array()), s.Records)
				}
			}
			if said != nil && !strings.Contains(filepath.ToSlash(path), "/logs/") { // frameworks name roles otherwise
				require.Equal(t, said, s.Roles)
			}
		})
	}
}

// readable counts the records of a file as a report does, for which one that can be read
// and not be written as a document is rejected too. said are the roles that the records
// themselves name, or nil where some of them name none.
func readable(t *testing.T, e *dataset.Engine, name string, content []byte) (s *stats.Summary, said map[string]int) {
	c := stats.New()
	said = map[string]int{}
	for rec := range e.Records(context.Background(), name, bytes.NewReader(content)) {
		require.NotNil(t, rec)
		found, err := e.Inspect(rec)
		if err == nil {
			_, _, err = e.ConvertRecord(rec)
		}
		c.Add(rec, &found, err)
		if err == nil && said != nil && !addRoles(said, rec.Raw) {
			said = nil
		}
		found.Release()
	}
	return c.Summary(), said
}

func lines(content []byte) (n int) {
	for line := range bytes.Lines(content) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}

// addRoles counts the roles of a record that is a list of messages, and reports whether
// it is one.
func addRoles(count map[string]int, raw []byte) bool {
	names := map[string]string{
		"human": "user", "gpt": "assistant", "model": "assistant", "bot": "assistant", "developer": "system", "function_call": "assistant",
		"observation": "tool", "function": "tool", "function_response": "tool",
	}
	if !gjson.ValidBytes(raw) { // a print, or the lines of a log
		return false
	}
	if gjson.GetBytes(raw, "response").Exists() || gjson.GetBytes(raw, "@this.#.parts|0").Exists() || gjson.GetBytes(raw, "messages.#.parts|0").Exists() {
		return false // an answer is a message, too, and parts may be several
	}
	for _, key := range []string{"messages", "conversations", "@this"} {
		list := gjson.GetBytes(raw, key)
		if !list.IsArray() {
			continue
		}
		system := gjson.GetBytes(raw, "system")
		prompts := 0
		if system.Type == gjson.String && system.Str != "" {
			prompts = 1
		}
		for _, m := range list.Array() {
			role := m.Get("role").String() + m.Get("from").String()
			if role == "" {
				return false // an item without one
			}
			if names[role] != "" {
				role = names[role]
			}
			if count[role]++; role == "system" {
				prompts = 0
			}
		}
		if prompts > 0 {
			count["system"]++
		}
		return true
	}
	return false
}

// The page shows what is in the data as text, and runs no script but its own.
func TestHTMLHostile(t *testing.T) {
	const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028{{.}}`
	record := strings.NewReplacer("Tea?", hostile, "search", "<b>"+hostile, "Be brief.", hostile).Replace(tea)
	s := summary(t, engine(t), "<i>.jsonl", []byte(record+"\n"+record))
	var b bytes.Buffer
	require.NoError(t, s.WriteHTML(&b, "<u>title</u>"))
	page := b.String()
	require.False(t, strings.Contains(page, "<script>alert"))
	require.False(t, strings.Contains(page, "<img"))
	require.False(t, strings.Contains(page, "<i>.jsonl"))
	require.False(t, strings.Contains(page, "<u>"))
	require.Equal(t, 3, strings.Count(page, "<script"), "the data and two scripts")
	require.NotRegexp(t, `(src|href|url)[=(]["']?http`, page[:strings.Index(page, "var Plot")], "nothing is fetched")
	_, policy, _ := strings.Cut(page, `Content-Security-Policy" content="`)
	policy, _, _ = strings.Cut(policy, `"`)
	require.Contains(t, policy, "default-src &#39;none&#39;")
	require.NotContains(t, strings.SplitAfter(policy, "script-src")[1], "unsafe")

	_, data, _ := strings.Cut(page, `id="data">`)
	data, _, _ = strings.Cut(data, "</script>")
	var back stats.Summary
	require.NoError(t, json.Unmarshal([]byte(data), &back))
	require.Equal(t, s.Tools[0].Name, back.Tools[0].Name)
}

// What is held does not grow with the records, but for checksums.
func TestMemory(t *testing.T) {
	e := engine(t)
	c := stats.New()
	add := func(n int) {
		for i := range n {
			raw := strings.Replace(tea, "Tea?", fmt.Sprintf("Tea %d?", i%1000), 1)
			found, err := e.Inspect(&dataset.Record{Raw: []byte(raw)})
			c.Add(&dataset.Record{File: "a", Number: i + 1, Raw: []byte(raw)}, &found, err)
			found.Release()
		}
	}
	var before, after runtime.MemStats
	add(2_000)
	runtime.GC()
	runtime.ReadMemStats(&before)
	add(20_000)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(1<<20))
	require.Equal(t, 22_000, c.Summary().Records)
}
