package prompts

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// said is all that a translation says.
type said struct {
	out, kept   string
	form        Form
	definitions string
	tools       int
	style       *styles.Style
	removed     []Paragraph
	diags       []ir.Diagnostic
	err         error
}

func translated(by *Translator, prompt string, to *styles.Style, opts Options) said {
	out, r, diags, err := by.anew(prompt, to, opts)
	s := said{out: out, kept: r.KeptText(), form: r.ToolList.Form, definitions: string(r.ToolList.Definitions()), tools: len(r.ToolList.Tools), style: r.Style, diags: diags, err: err}
	for _, p := range r.Removed {
		p.facts = nil
		s.removed = append(s.removed, p)
	}
	return s
}

// A cache changes nothing, whatever came before: prompts with paragraphs and tools in
// common are translated one after the other.
func TestCacheChangesNothing(t *testing.T) {
	by := New()
	prompts := templatePrompts(t)[:200]
	rapid.Check(t, func(t *rapid.T) {
		to := drawStyle(t, "to")
		opts := Options{Form: rapid.SampledFrom(append(Forms(), "", "")).Draw(t, "form")}
		for range rapid.IntRange(1, 4).Draw(t, "prompts") {
			prompt := rapid.SampledFrom(prompts).Draw(t, "template")
			if rapid.Bool().Draw(t, "drawn") {
				prompt = drawPrompt(t)
			}
			cut := rapid.IntRange(0, len(prompt)).Draw(t, "cut")
			for cut < len(prompt) && prompt[cut]&0xC0 == 0x80 {
				cut++
			}
			prompt = prompt[:cut] + rapid.SampledFrom([]string{"", "7", "\n\nCase 7.\n\n"}).Draw(t, "value") + prompt[cut:]
			for range 3 {
				require.Equal(t, translated(fresh, prompt, to, opts), translated(by, prompt, to, opts), "%q", prompt)
			}
		}
	})
	used := 0
	for _, prompt := range prompts {
		for _, p := range split(nil, prompt, 0, 0) {
			if by.cache.paragraphs.Peek(p.Text) != nil {
				used++
			}
		}
	}
	assert.Positive(t, used, "no paragraph was remembered")
}

// A cache serves many goroutines.
func TestCacheIsSafe(t *testing.T) {
	prompts, to := templatePrompts(t)[:40], style(t, "xml")
	var want []said
	for _, p := range prompts {
		want = append(want, translated(fresh, p, to, Options{}))
	}
	by := New()
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 4 * len(prompts) {
				k := (i*(g+1) + g) % len(prompts)
				if got := translated(by, prompts[k], to, Options{}); !assert.ObjectsAreEqual(want[k], got) {
					t.Errorf("prompt %d became %+v", k, got)
					return
				}
			}
		})
	}
	all.Wait()
}

// A tool that was changed after it was read is the one that is written.
func TestChangedToolsAreNotRemembered(t *testing.T) {
	by := New()
	raw := []byte(`[{"name": "a", "description": "b", "parameters": {"type": "object", "properties": {"x": {"type": "string"}}}}]`)
	for range 4 {
		c, err := by.ParseDefinitions(raw)
		require.NoError(t, err)
		text, _ := WriteToolList(&c, FormToolsXML)
		assert.Contains(t, text, "<description>b</description>")
		changed := ToolList{Tools: []Tool{c.Tools[0]}}
		changed.Tools[0].Description = "c"
		changed.Tools[0].Parameters = []byte("{}")
		text, _ = WriteToolList(&changed, FormToolsXML)
		assert.Contains(t, text, "<description>c</description>")
		assert.Contains(t, string(changed.Definitions()), `"description": "c"`)
		c.Tools[0] = Tool{Name: "changed"}
		r := by.Read("Tools:\n\n" + string(raw))
		require.Equal(t, "a", r.ToolList.Tools[0].Name)
		r.ToolList.Tools[0].Name = "changed"
		assert.Contains(t, string(r.ToolList.Definitions()), `"name": "changed"`)
	}
	known, err := by.ParseDefinitions(raw)
	require.NoError(t, err)
	assert.True(t, known.Tools[0].isMade(), "nothing was remembered")
}

// Where each entry is proven, so is the list: what is put together of entries that read
// back alone, and are read alike among others, reads back.
func TestProvenListsReadBack(t *testing.T) {
	for n := range forms {
		plain := ToolList{Tools: []Tool{{Name: "a", Description: "b"}, {Name: "c_d", Description: "e & <f>"}}}
		assert.True(t, provenList(t, &plain, n), "%s: plain tools are proven", forms[n].name)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := ToolList{Tools: rapid.SliceOfN(rapid.Custom(drawTool), 1, 4).Draw(t, "tools")}
		same := rapid.IntRange(0, 2).Draw(t, "schemas")
		for i := range c.Tools {
			switch same {
			case 0:
				c.Tools[i].Parameters = nil
			case 1:
				c.Tools[i].Parameters = []byte(`{"a": "b, args: {}"}`)
			}
		}
		for n := range forms {
			provenList(t, &c, n)
		}
	})
}

// provenList reports whether all entries of a list in form n are proven, and fails
// where they are and the list does not read back.
func provenList(t require.TestingT, c *ToolList, n int) bool {
	f := &forms[n]
	all := f.uniform(c.Tools)
	text := f.join(c.Tools, func(dst []byte, t *Tool) []byte {
		e := newEntry(t, n)
		all = all && e.proven
		return append(dst, e.text...)
	})
	require.True(t, !all || c.readsAs(text, f.name, nil), "%s:\n%s", f.name, text)
	return all
}
