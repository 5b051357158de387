package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// severalKinds are values of three transcripts, in which the user's words are q1 to q3.
func severalKinds() map[string]string {
	each := func(before, between, after string, one func(n int) string) string {
		return before + strings.Join([]string{one(1), one(2), one(3)}, between) + after
	}
	chat := func(n int) string {
		return fmt.Sprintf(`[{"role": "user", "content": "q%d"}, {"role": "assistant", "content": "a"}]`, n)
	}
	exchange := func(n int) string {
		return fmt.Sprintf(`{"request": {"model": "m", "messages": [{"role": "user", "content": "q%d"}]}, "response": {"choices": [{"index": 0, "message": {"role": "assistant", "content": "a"}}]}}`, n)
	}
	trace := func(n int) string {
		return fmt.Sprintf(`{"id": "t%[1]d", "name": "x", "timestamp": "2024-01-01T00:00:00Z", "observations": [{"id": "o%[1]d", "traceId": "t%[1]d", "type": "GENERATION", "name": "g", "startTime": "2024-01-01T00:00:00Z", "input": [{"role": "user", "content": "q%[1]d"}], "output": {"role": "assistant", "content": "a"}}]}`, n)
	}
	lines := func(n int) string {
		agent := ""
		if n > 1 {
			agent = fmt.Sprintf(`"isSidechain": true, "agentId": "A%d", `, n)
		}
		return fmt.Sprintf(`{"type": "user", "sessionId": "s", %[2]s"uuid": "u%[1]d", "parentUuid": null, "message": {"role": "user", "content": "q%[1]d"}}, `+
			`{"type": "assistant", "sessionId": "s", %[2]s"uuid": "a%[1]d", "parentUuid": "u%[1]d", "message": {"role": "assistant", "content": "a"}}`, n, agent)
	}
	return map[string]string{
		"inspect": each(`{"version": 2, "eval": {"task": "T"}, "samples": [`, ", ", "]}", func(n int) string {
			return fmt.Sprintf(`{"id": %d, "epoch": 1, "messages": %s}`, n, chat(n))
		}),
		"tasks": each(`{"raw": "r", "tasks_output": [`, ", ", "]}", func(n int) string { return fmt.Sprintf(`{"agent": "x", "messages": %s}`, chat(n)) }),
		"store": each(`{"store": {`, ", ", "}}", func(n int) string {
			return fmt.Sprintf(`"k%[1]d": [{"role": "user", "blocks": [{"block_type": "text", "text": "q%[1]d"}]}, {"role": "assistant", "blocks": [{"block_type": "text", "text": "a"}]}]`, n)
		}),
		"session":  each(`{"loglines": [`, ", ", "]}", lines),
		"log":      each("[", ", ", "]", lines),
		"requests": each("[", ", ", "]", exchange),
		"choices": each(`{"messages": [{"role": "user", "content": "?"}], "response": {"choices": [`, ", ", "]}}", func(n int) string {
			return fmt.Sprintf(`{"index": %d, "message": {"role": "assistant", "content": "q%d"}}`, n-1, n)
		}),
		"conversations":  each("[", ", ", "]", chat),
		"traces":         each(`{"data": [`, ", ", "]}", trace),
		"list of traces": each("[", ", ", "]", trace),
		"recording": each(`{"interactions": [`, ", ", "]}", func(n int) string {
			return fmt.Sprintf(`{"request": {"method": "POST", "uri": "https://example.com/v1/chat/completions", "body": %s}, "response": {"body": {"string": %s}}}`,
				quoted(fmt.Sprintf(`{"messages": [{"role": "user", "content": "q%d"}]}`, n)), quoted(`{"choices": [{"message": {"role": "assistant", "content": "a"}}]}`))
		}),
	}
}

// A value that holds several transcripts gives all of them in every way in, or a reject says how
// many it holds.
func TestSeveralInEveryWay(t *testing.T) {
	words := regexp.MustCompile(`\bq[123]\b`)
	more := []way{
		{"a file of JSON", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
			return savedAs(t, dir, "in.json", r.Record), true
		}},
		{"a field with a string", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
			in := savedAs(t, dir, "in.jsonl", `{"id": 7, "data": {"traj": `+quoted(r.Record)+`}}`+"\n")
			in.args = append([]string{"--field", "data.traj"}, in.args...)
			return in, true
		}},
		{"filter", func(_ *testing.T, _ string, r *matrixRecord) (input, bool) {
			return input{args: []string{"filter"}, stdin: `{"messages": []}` + "\n" + r.Record + "\n"}, true
		}},
	}
	taken := map[string]bool{"file": true, "pipe": true, "directory": true, "gzip": true, "array": true, "parquet": true, "field": true}
	for kind, value := range severalKinds() {
		for _, w := range append(more, ways...) {
			r := matrixRecord{Record: value}
			if w.name == "field" {
				w.put = func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
					in := savedAs(t, dir, "in.jsonl", `{"id": 7, "data": {"traj": `+r.Record+`}}`+"\n")
					in.args = append([]string{"--field", "data.traj"}, in.args...)
					return in, true
				}
			} else if !taken[w.name] && w.put != nil && !strings.Contains("a file of JSON, a field with a string, filter", w.name) || w.name == "parquet" && value[0] == '[' {
				continue
			}
			in, ok := w.put(t, t.TempDir(), &r)
			if !ok {
				continue
			}
			command := "convert"
			if w.name == "filter" {
				command, in.args = "filter", nil
			}
			ran := runMatrix(in, command, "--quiet", "--to", "openai")
			if w.name == "filter" && strings.Contains(ran.out, "toolspeak_reject") {
				if kind != "choices" && strings.HasPrefix(value, "{") && !strings.Contains("traces, recording", kind) {
					assert.Contains(t, ran.out, "holds 3 transcripts", "%s by %s", kind, w.name)
				}
				continue
			}
			for _, word := range []string{"q1", "q2", "q3"} {
				found := 0
				for _, text := range texts([]byte(ran.out)) {
					if words.FindString(text) == word {
						found++
					}
				}
				assert.Equal(t, 1, found, "%s of %s by %s: %s%s", word, kind, w.name, ran.out, ran.err)
			}
		}
	}
}
