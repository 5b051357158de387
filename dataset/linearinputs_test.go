package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

// TestManyLinear reads very many keys, entities and segments. It asserts nothing of the
// time: what is not linear runs into the test's time limit.
func TestManyLinear(t *testing.T) {
	t.Parallel()
	n := testlong.Size(3000, 400_000)
	keys := func(indent string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%sk%d: 1\n", indent, i)
		}
		return b.String()
	}
	const body = "    body: '{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}'\n" +
		"  response:\n    body: '{\"choices\": [{\"message\": {\"role\": \"assistant\", \"content\": \"Hello\"}}]}'\n"
	for what, tape := range map[string]string{
		"of the recording":      keys("") + "interactions:\n- request:\n" + body,
		"of an interaction":     "interactions:\n-\n" + keys("  ") + "  request:\n" + body,
		"of a request":          "interactions:\n- request:\n" + keys("    ") + body,
		"taken over":            "all: &all\n" + keys("  ") + "interactions:\n- <<: *all\n  request:\n" + body,
		"of requests to others": "interactions:\n- request:\n" + body + "- request:\n    url: https://example.com\n" + keys("    "),
	} {
		var found []string
		for rec, err := range nativeEngine(t, convert.Options{To: "ir"}).Records(t.Context(), "a.yaml", strings.NewReader(tape)) {
			require.NoError(t, err)
			found = append(found, string(rec.Raw))
		}
		require.Len(t, found, 1, "keys %s", what)
		require.Contains(t, found[0], "Hello", "keys %s", what)
	}

	words := strings.Repeat(`1 &lt; 2 `, n)
	out, _, err := nativeEngine(t, convert.Options{From: "xml", To: "ir", XMLEntities: convert.DecodeEntities}).Record(
		[]byte(`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "<tool_use><name>f</name><arguments>{\"a\": \"` + words + `\"}</arguments></tool_use>"}]}`))
	require.NoError(t, err)
	require.Equal(t, n, strings.Count(string(out), "1 < 2"), "%.300s", out)

	segments := make([]string, testlong.Size(3000, 40_000))
	thought := strings.Repeat("why ", 100) // steps that are small on an average are a reject
	for i := range segments {
		segments[i] = fmt.Sprintf(`{"label": true, "text": "Thought: %s\nAction: f\nAction Input: {\"a\": %d}\n"}, {"label": false, "text": "Observation: r\n"}`, thought, i)
	}
	out, _, err = nativeEngine(t, convert.Options{To: "ir"}).Record([]byte(`{"segments": [` + strings.Join(segments, ", ") + `]}`))
	require.NoError(t, err)
	require.Equal(t, len(segments), strings.Count(string(out), `"args"`))
	require.Equal(t, 2*len(segments), strings.Count(string(out), `"train": true`))
}
