package cli

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

func TestExcerpt(t *testing.T) {
	for name, c := range map[string]struct {
		spot        dataset.Spot
		line, caret string
	}{
		"plain":      {dataset.Spot{Excerpt: "abc", At: 1}, "abc", " ^"},
		"at the end": {dataset.Spot{Excerpt: "abc", At: 3}, "abc", "   ^"},
		"a word":     {dataset.Spot{Excerpt: "a word b", At: 2, Until: 6}, "a word b", "  ^~~~"},
		"wide word":  {dataset.Spot{Excerpt: "世界x", At: 0, Until: 2}, "世界x", "^~~~"},
		"to the end": {dataset.Spot{Excerpt: "abc", At: 1, Until: 9, Back: true}, "abc…", " ^~"},
		"a tab":      {dataset.Spot{Excerpt: "\tabc", At: 1}, `\tabc`, "  ^"},
		"an escape":  {dataset.Spot{Excerpt: "\x1b[2Jx", At: 4}, `\x1b[2Jx`, "       ^"},
		"wide":       {dataset.Spot{Excerpt: "世界x", At: 2}, "世界x", "    ^"},
		"combining":  {dataset.Spot{Excerpt: "e\u0301x", At: 2}, "e\u0301x", " ^"},
		"cut":        {dataset.Spot{Excerpt: "abc", At: 1, Front: true, Back: true}, "…abc…", "  ^"},
		"direction":  {dataset.Spot{Excerpt: "\u202ex", At: 1}, `\u202ex`, "      ^"},
		"empty":      {dataset.Spot{}, "", "^"},
		"not UTF-8":  {dataset.Spot{Excerpt: "a\xffb", At: 1}, `a\xffb`, " ^"},
	} {
		t.Run(name, func(t *testing.T) {
			line, caret := excerpt(&c.spot)
			require.Equal(t, c.line, line)
			require.Equal(t, c.caret, caret)
		})
	}
}

// TestSarif checks what the schema of SARIF 2.1.0 asks of the parts that are
// written.
func TestSarif(t *testing.T) {
	in := `{"messages": [{"role": "assistant", "content": "Action: f\nAction Input: {'a': 1}"}]}` + "\n{\"a\": tru}\n" +
		`{"messages": [{"role": "caller", "content": "\u001b[2J"}]}` + "\n"
	for _, input := range []string{in, ""} {
		var stdout, stderr bytes.Buffer
		Run([]string{"toolspeak", "check", "--format", "sarif", "-"}, strings.NewReader(input), &stdout, &stderr)
		var log struct {
			Schema, Version string
			Runs            []struct {
				Tool struct {
					Driver struct {
						Name  string
						Rules []struct{ ID string }
					}
				}
				ColumnKind string
				Results    []sarifResult
			}
		}
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &log))
		require.Equal(t, "2.1.0", log.Version)
		require.Len(t, log.Runs, 1)
		run := log.Runs[0]
		require.Equal(t, "toolspeak", run.Tool.Driver.Name)
		require.Equal(t, "unicodeCodePoints", run.ColumnKind)
		require.NotNil(t, run.Results, "the results of a run that was finished are a list")
		ids := map[string]bool{}
		for _, rule := range run.Tool.Driver.Rules {
			require.NotEmpty(t, rule.ID)
			require.False(t, ids[rule.ID], "ids of rules differ")
			ids[rule.ID] = true
		}
		codes := []string{}
		for _, r := range run.Results {
			codes = append(codes, r.RuleID+" "+r.Level)
			require.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
			require.NotEmpty(t, r.Message.Text)
			require.Len(t, r.Locations, 1)
			at := r.Locations[0].Physical
			u, err := url.Parse(at.Artifact.URI)
			require.NoError(t, err)
			require.Equal(t, "stdin", u.String())
			require.GreaterOrEqual(t, at.Region.StartLine, 1)
			require.GreaterOrEqual(t, at.Region.StartColumn, 1)
			require.Less(t, *at.Region.ByteOffset, int64(len(in)))
		}
		if input != "" {
			// The region of a diagnostic with an end is the text that it speaks of.
			region := run.Results[0].Locations[0].Physical.Region
			require.Equal(t, "{'a': 1}", in[*region.ByteOffset:*region.ByteOffset+int64(region.ByteLength)])
			require.Equal(t, region.StartLine, region.EndLine)
			require.Equal(t, region.StartColumn+len("{'a': 1}"), region.EndColumn)
			require.Zero(t, run.Results[1].Locations[0].Physical.Region.EndLine)
			require.Equal(t, []string{"python-args warning", "not-json error", "unknown-role error"}, codes)
		}
	}
}

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"a.jsonl": "a.jsonl", "d/a b.jsonl": "d/a%20b.jsonl", "/d/a#1": "file:///d/a%231", "a:b": "./a:b", "ä?": "%C3%A4%3F",
	} {
		require.Equal(t, want, fileURI(name))
	}
}
