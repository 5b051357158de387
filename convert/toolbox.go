package convert

import (
	"sync"

	"github.com/toolspeak/toolspeak/internal/schema"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// toolbox is the tools that a record offers, by their names; nil is none. What is
// asked of it is found out once.
type toolbox struct {
	tools []tool
	// byName is made where the tools are many: the last of each name.
	once   sync.Once
	byName map[string]*tool
}

// tool is a tool in a toolbox.
type tool struct {
	*prompts.Tool
	once  sync.Once
	takes *schema.Parameters
}

// parameters returns what the tool takes.
func (t *tool) parameters() *schema.Parameters {
	t.once.Do(func() { t.takes = schema.Read(t.Parameters) })
	return t.takes
}

func newToolbox(list []prompts.Tool) *toolbox {
	if len(list) == 0 {
		return nil
	}
	b := &toolbox{tools: make([]tool, len(list))}
	for i := range list {
		b.tools[i].Tool = &list[i]
	}
	return b
}

// named returns the tool of that name, the last one of several, or nil.
func (b *toolbox) named(name ir.Text) *tool {
	if b == nil {
		return nil
	}
	const few = 16 // tools that are compared one by one
	if len(b.tools) > few {
		b.once.Do(func() {
			b.byName = make(map[string]*tool, len(b.tools))
			for i := range b.tools {
				b.byName[b.tools[i].Name] = &b.tools[i]
			}
		})
		return b.byName[string(name.B)]
	}
	for i := len(b.tools) - 1; i >= 0; i-- {
		if b.tools[i].Name == string(name.B) {
			return &b.tools[i]
		}
	}
	return nil
}
