package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

// TestNativeLinear converts records of very many messages and calls to each shape, which
// put them in another order, join them and give them ids. It asserts nothing of the time:
// what is not linear runs into the test's time limit.
func TestNativeLinear(t *testing.T) {
	t.Parallel()
	n := testlong.Size(500, 6000)
	many := func(format string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(list, ", ")
	}
	const call = `{"type": "function", %s"function": {"name": "f", "arguments": "{}"}}`
	for name, messages := range map[string]string{
		"parallel calls":  fmt.Sprintf(`{"role": "assistant", "tool_calls": [%s]}, %s`, many(fmt.Sprintf(call, `"id": "c%d", `)), many(`{"role": "tool", "tool_call_id": "c%d", "content": "1"}`)),
		"one id":          many(`{"role": "assistant", "turn": %d, "tool_calls": [`+fmt.Sprintf(call, `"id": "c", `)+`]}`) + ", " + many(`{"role": "tool", "turn": %d, "tool_call_id": "c", "content": "1"}`),
		"calls in a row":  many(`{"role": "assistant", "content": "t", "tool_calls": [`+fmt.Sprintf(call, `"id": "c%d", `)+`]}`) + ", " + many(`{"role": "tool", "tool_call_id": "c%d", "content": "1"}`),
		"words in a row":  many(`{"role": "assistant", "content": "a %d"}`) + `, {"role": "assistant", "tool_calls": [` + fmt.Sprintf(call, "") + `]}`,
		"users in a row":  many(`{"role": "user", "content": "a %d"}`) + `, {"role": "assistant", "tool_calls": [` + fmt.Sprintf(call, "") + `]}`,
		"packed contents": many(`{"role": "user", "content": "[{\"type\": \"text\", \"text\": \"a %d\"}]"}`) + `, {"role": "assistant", "tool_calls": [` + fmt.Sprintf(call, "") + `]}`,
	} {
		record := []byte(`{"messages": [{"role": "user", "content": "?"}, ` + messages + `], "pad": "` + strings.Repeat("x", 128*n) + `"}`)
		for _, to := range []string{"openai", "anthropic", "responses", "gemini", "swift", "llamafactory", "atif", "adp", "ir", "react", "hermes"} {
			out, _, err := nativeEngine(t, convert.Options{From: "openai", To: to}).Record(record)
			require.NoError(t, err, "%s to %s", name, to)
			require.NotEmpty(t, out)
		}
	}
}
