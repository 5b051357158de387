package prompts

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An entry that is said to hold a tool reads as the tool alone, and among others. Most
// entries are what is written for a tool with something else in it.
func TestHoldsXML(t *testing.T) {
	held := 0
	rapid.Check(t, func(t *rapid.T) {
		tool := drawTool(t)
		if rapid.IntRange(0, 2).Draw(t, "with a key") == 0 {
			key := rapid.SampledFrom([]string{"tool", "tools", "name", "strict", "-a", "1", "a b", "é", "", "x:y", "a.b"}).Draw(t, "key")
			tool.Extra = append(tool.Extra, Member{key, json.RawMessage(rapid.SampledFrom([]string{"1", ` "a&b"`, "x", "", "\"\xff\""}).Draw(t, "value"))})
		}
		switch rapid.IntRange(0, 9).Draw(t, "odd") {
		case 0:
			tool.Name += rapid.SampledFrom([]string{" ", "\n", "\u00a0", "é", "&", "\uFFFE"}).Draw(t, "end")
		case 1:
			tool.Parameters = json.RawMessage(rapid.SampledFrom([]string{"[]", "{} ", "{'a': 1}", "{", "null", " {}"}).Draw(t, "schema"))
		}
		entry := string(appendXML(nil, &tool))
		if rapid.Bool().Draw(t, "changed") {
			at, end := rapid.IntRange(0, len(entry)).Draw(t, "at"), rapid.IntRange(0, 3).Draw(t, "without")
			entry = entry[:at] + rapid.SampledFrom(append(xmlPieces, "")).Draw(t, "piece") + entry[min(at+end, len(entry)):]
		}
		if !holdsXML([]byte(entry), &tool) {
			return
		}
		held++
		other := Tool{Name: "other", Description: "]]>"}
		for _, list := range [][]Tool{{tool}, {other, tool}, {tool, other}} {
			text := forms[formNumber(FormToolsXML)].join(list, func(dst []byte, one *Tool) []byte {
				if one.equal(&tool) {
					return append(dst, entry...)
				}
				return appendXML(dst, one)
			})
			back, err := readToolList(text, nil)
			require.NoError(t, err, text)
			require.Equal(t, FormToolsXML, back.Form)
			require.False(t, back.Raw || back.Python, text)
			require.True(t, equalTools(list, back.Tools), "%q", text)
		}
	})
	assert.Positive(t, held)
}

// What is written for usual tools is no riddle.
func TestHoldsUsualTools(t *testing.T) {
	for _, tool := range []Tool{
		{Name: "a"},
		{Name: "find_ports", Description: "Looks for <ports> & \"quays\" > 3,\r\nin 東京 or 🚢: ]]>\t.", Parameters: json.RawMessage("{\"a\":\n [\"<b> &amp; 中\"]}")},
		{Name: "ask a friend", Extra: []Member{{signatureKey, json.RawMessage(`"(q: str) -> str"`)}, {"strict", json.RawMessage("true")}}, Wrapped: true},
		{Name: strings.Repeat("é&", 100), Description: " "},
	} {
		entry := appendXML(nil, &tool)
		assert.True(t, holdsXML(entry, &tool), "%s", entry)
		for i := range entry {
			other := slices.Concat(entry[:i], []byte{entry[i] ^ 1}, entry[i+1:])
			assert.False(t, holdsXML(other, &tool), "%s", other)
		}
	}
}
