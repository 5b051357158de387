package jinja

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCases renders the templates of real models, and compares with what Python's jinja2
// renders.
func TestCases(t *testing.T) {
	dir := filepath.Join(os.Getenv("TOOLSPEAK_CORPUS"), "..", "tongues")
	text, err := os.ReadFile(filepath.Join(dir, "jinja", "jinja-cases.json"))
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || err != nil {
		t.Skip("skipped: TOOLSPEAK_CORPUS is not set, or has no rendered templates next to it")
	}
	var cases []struct {
		File, Scenario string
		Ctx            json.RawMessage
		Ok             *string
		Err            string
	}
	require.NoError(t, json.Unmarshal(text, &cases))
	day := regexp.MustCompile(`Current date: (\d{4}-\d\d-\d\d)`).FindSubmatch(text)
	require.NotNil(t, day, "no template tells the day of the renders")
	now, err := time.Parse(time.DateOnly, string(day[1]))
	require.NoError(t, err)
	equal, total, lax := 0, 0, 0
	for _, c := range cases {
		src, err := os.ReadFile(filepath.Join(dir, "templates", c.File))
		require.NoError(t, err)
		got, gerr := renderCase(string(src), c.Ctx, now)
		if c.Ok == nil {
			if gerr == nil {
				lax++
				t.Logf("%s %s: renders, but Python says %s", c.File, c.Scenario, c.Err)
			}
			continue
		}
		total++
		switch {
		case gerr != nil:
			t.Logf("%s %s: %v", c.File, c.Scenario, gerr)
		case got != *c.Ok:
			t.Logf("%s %s: %s", c.File, c.Scenario, firstDifference(got, *c.Ok))
		default:
			equal++
		}
	}
	t.Logf("%d of %d equal, %d render only here", equal, total, lax)
	require.GreaterOrEqual(t, equal*100, total*98)
}

// renderCase renders a template with values as JSON, at a time.
func renderCase(src string, values []byte, now time.Time) (string, error) {
	t, err := Parse(src)
	if err != nil {
		return "", err
	}
	v, err := FromJSON(values)
	if err != nil {
		return "", err
	}
	text, _, err := t.Render(v.(*Dict), Options{Now: now})
	return text, err
}

// firstDifference returns the surroundings of the first difference.
func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-20):min(len(s), i+40)] }
	b, _ := json.Marshal([]string{cut(got), cut(want)})
	return string(b)
}
