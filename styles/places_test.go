package styles

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A key has the line on which it is set, whatever way TOML has of setting it and
// whatever a text between looks like.
func TestPlaces(t *testing.T) {
	_, at, _, err := readTOML([]byte("name = \"a\"\nsummary = \"\"\"\nanswer = 1\n[tag]\n\"\"\"\n\"answer\" = \"A:\" # tag.call = 2\n\n[ tag ]\n'call' = \"c\"\n\n[stock]\n" +
		"need-tool = 'n'\n[a]\nb.c = {d = 1, e = {f = 2}}\n[[a.list]]\ng = 3\n"))
	assert.NoError(t, err)
	for id, line := range map[string]int{
		"name": 1, "summary": 2, "answer": 6, "tag": 8, "tag.call": 9, "stock.need-tool": 12, "a.b.c": 14, "a.b.c.d": 14, "a.b.c.e.f": 14, "a.list.g": 16,
		"tag.name": 8, "stock.can-answer": 11, "input": 1,
	} {
		assert.Equal(t, line, at.line(id), id)
	}
}
