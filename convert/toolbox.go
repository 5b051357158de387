package convert

import (
	"sync"

	"github.com/toolspeak/toolspeak/internal/schema"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// toolbox is the tools that a record offers, by their names: the last one of several. nil is none.
type toolbox map[string]*tool

// tool is a tool in a toolbox. What is asked of it is found out once.
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

func newToolbox(list []prompts.Tool) toolbox {
	if len(list) == 0 {
		return nil
	}
	b := make(toolbox, len(list))
	for i := range list {
		b[list[i].Name] = &tool{Tool: &list[i]}
	}
	return b
}

// named returns the tool of that name, or nil.
func (b toolbox) named(name ir.Text) *tool { return b[string(name.B)] }
