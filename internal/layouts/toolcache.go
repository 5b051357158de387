package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/memo"
)

// toolTask is what is made of a tool list. It returns nil where it is none.
type toolTask uint8

const (
	// readAny reads the value of a record's key: the list in the form that transcripts
	// have.
	readAny toolTask = iota
	// plainForm is that form.
	plainForm
	// wrappedLine is OpenAI's form, on one line.
	wrappedLine
	// The others are the forms of shapes.
	wrappedForm
	flatForm
	inputForm
	jsonForm
	bareForm
	numToolTasks
)

// toolTasks do the tasks. What they make depends on the list alone.
var toolTasks = [numToolTasks]func(list []byte) []byte{
	readAny:     func(value []byte) []byte { return plainTools(toolsIn(value)) },
	plainForm:   plainTools,
	wrappedLine: func(list []byte) []byte { return jsonx.OneLine(wrappedTool.list(list)) },
	wrappedForm: wrappedTool.list,
	flatForm:    flatTool.list,
	inputForm:   inputTool.list,
	jsonForm:    geminiTools,
	bareForm:    bareTool.list,
}

// toolCache remembers what was made of tool lists: most records of a data set have the
// same. A nil cache remembers nothing. It is safe for concurrent use.
type toolCache [numToolTasks]*memo.Cache[[]byte]

func newToolCache() *toolCache {
	const most = 4 << 20 // bytes of each task
	c := new(toolCache)
	for i := range c {
		c[i] = memo.New[[]byte](most)
	}
	return c
}

// do does a task. The result is not to be changed, and does not share the list's bytes.
func (c *toolCache) do(task toolTask, list []byte) []byte {
	const longest = 64 << 10 // bytes of a list that are worth to be looked for
	if list == nil {
		return nil
	}
	if c == nil || len(list) > longest {
		return toolTasks[task](list)
	}
	known, again := c[task].FindBytes(list)
	if known != nil {
		return *known
	}
	made := slices.Clip(toolTasks[task](list))
	if again {
		c[task].Keep(string(list), &made, len(made))
	}
	return made
}
