package layouts

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// A record in the format of each page teaches it with its tools, where the page has them, and
// reads back without: with a system prompt and without one.
func TestFormatsAreTaught(t *testing.T) {
	const tools = `[{"type": "function", "function": {"name": "tide", "description": "Says the tide.", "parameters": {"type": "object", "properties": {"place": {"type": "string"}}}}}]`
	args := ir.Plain(`{"place": "Ness"}`)
	for _, f := range formats() {
		call := ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("tide"), Args: ir.Args{Raw: args, Form: ir.JSON, Value: args}}
		if onlyPrograms(f.page) {
			code := ir.Plain(`{"code": "tide('Ness')"}`)
			call.Tool, call.Args = ir.Plain(f.page.Programs[0]), ir.Args{Raw: code, Form: ir.JSON, Value: code}
		}
		call.More = &ir.More{ID: ir.Plain("call00001"), HasID: true}
		for _, system := range []*ir.System{nil, {Text: ir.Plain("Be \"brief\".")}} {
			for _, taught := range []bool{true, false} {
				source := ir.Transcript{System: system, Tools: []byte(tools), Steps: []ir.Step{
					{Kind: ir.User, Role: ir.RoleUser, Text: ir.Plain("When is low water?")}, call,
					{Kind: ir.Observation, Role: ir.RoleTool, Message: 2, Text: ir.Plain("at two"), More: &ir.More{ID: ir.Plain("call00001"), HasID: true}},
				}}
				e, err := NewEditor(Options{Layout: Layout(f.page.Name)})
				require.NoError(t, err)
				r, d := e.Open([]byte(`{"messages": [{"role": "user", "content": "Hi."}]}`))
				require.Nil(t, d)
				source.Shape = "openai"
				w := mover{r: r}
				r.layout = byName(OpenAI)
				require.Nil(t, f.put(&w, &convert.Output{Lowered: source, Taught: taught}), f.page.Name)
				row := string(w.dst)
				require.Equal(t, taught, strings.Contains(row, "# Tools"), "%s: %s", f.page.Name, row)
				if user := strings.Contains(row, `"user", "content": "# Tools`); taught {
					require.Equal(t, f.page.Tools.Place == page.User, user, "%s: %s", f.page.Name, row)
				}
				r, d = e.Open([]byte(row))
				require.Nil(t, d, row)
				require.Len(t, r.steps.Steps, 3, row)
				require.Equal(t, "When is low water?", r.steps.Steps[0].Text.String(), row)
				if system == nil {
					require.Nil(t, r.steps.System, row)
				} else {
					require.Equal(t, `Be "brief".`, r.steps.System.Text.String(), row)
				}
			}
		}
	}
}

// onlyPrograms reports whether calls in a format are programs and nothing else.
func onlyPrograms(p *page.Page) bool {
	return !slices.ContainsFunc(p.Call, func(c string) bool { return !strings.Contains(c, "{code}") })
}

// A second system prompt offers the tools, too, which then are the record's.
func TestSecondPromptOffers(t *testing.T) {
	const row = `{"messages": [{"role": "system", "content": "You keep a harbour."}, {"role": "system", "content": "# Tools\n\n## functions\n\nnamespace functions {\n\n// Says the tide.\ntype tide = (_: {\nplace: string,\nday?: number,\n}) => any;\n\n} // namespace functions"}, ` +
		`{"role": "user", "content": "When?"}, {"role": "assistant", "content": " to=functions.tide<|channel|>commentary json<|message|>{\"place\": \"Ness\"}<|call|>"}, {"role": "tool", "content": "at two"}]}`
	e, err := NewEditor(Options{})
	require.NoError(t, err)
	r, d := e.Open([]byte(row))
	require.Nil(t, d)
	it, d := r.Transcript(0)
	require.Nil(t, d)
	require.Contains(t, string(it.Steps.Tools), `"day": {"type": "number"}`)
}
