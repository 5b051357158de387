package templates

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
)

// realTemplates returns the files with templates of real models.
func realTemplates(t *testing.T) []string {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("TOOLSPEAK_CORPUS"), "..", "tongues", "templates", "*", "*.jinja"))
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || files == nil {
		t.Skip("skipped: TOOLSPEAK_CORPUS is not set, or has no templates next to it")
	}
	return files
}

func open(t *testing.T, file string) *Template {
	s, err := Read(file)
	require.NoError(t, err)
	if _, ok := s.Values.Get("bos_token"); !ok {
		s.Values.Set("bos_token", "<s>")
		s.Values.Set("eos_token", "</s>")
	}
	tm, err := Open(s, Options{Pages: page.All(), Values: jinja.NewDict(0)})
	require.NoError(t, err)
	return tm
}

// TestRealTemplates opens the templates of real models: each that writes calls as some format
// has them is known, and what it writes is read back.
func TestRealTemplates(t *testing.T) {
	known, converted := 0, 0
	for _, file := range realTemplates(t) {
		tm := open(t, file)
		if tm.Page == nil {
			t.Logf("%s: no format, unread %q", filepath.Base(file), tm.Unread)
			continue
		}
		known++
		row, losses, d := tm.Row([]byte(oneCall), false)
		if d != nil {
			t.Logf("%s: %s, %s: %s", filepath.Base(file), tm.Page.Name, d.Code, d.Text())
			continue
		}
		converted++
		require.NotEmpty(t, row)
		t.Logf("%s: %s, %d losses", filepath.Base(file), tm.Page.Name, len(losses))
	}
	t.Logf("%d formats are known, %d write the conversation", known, converted)
	require.GreaterOrEqual(t, known, 63)
	require.GreaterOrEqual(t, converted, 63)
}

const oneCall = `{"messages": [{"role": "user", "content": "Both?"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "call00001", "type": "function", "function": {"name": "tide", "arguments": {"city": "Ness", "days": 3}}}]}, ` +
	`{"role": "tool", "tool_call_id": "call00001", "content": "high"}, {"role": "assistant", "content": "It is high."}], ` +
	`"tools": [{"type": "function", "function": {"name": "tide", "description": "When it is high.", "parameters": {"type": "object", "properties": {"city": {"type": "string", "description": "Where."}, "days": {"type": "integer", "description": "How many."}}, "required": ["city"]}}}]}`
