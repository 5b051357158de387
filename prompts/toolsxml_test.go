package prompts

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// xmlPieces are what <tools> elements are made of, and what is near to that.
var xmlPieces = []string{
	"<tool>", "</tool>", "<name>", "</name>", "<description>", "</description>", "<arguments>", "</arguments>", "<strict>", "</strict>",
	"<name>a</name>", "<description>b</description>", "<arguments>{}</arguments>", "<arguments>{'a': None}</arguments>", "<tool><name>c</name></tool>", "<x-1.y>true</x-1.y>",
	"\n", "  ", "\t", "\r", "a", "é", "\u00a0", "{", `{"a": "<b> & c"}`, "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#xD;", "&#65;", "&nbsp;", "&", "& ", "&a;b", "<", "< ", "<1", ">", "]]>",
	"<!-- c -->", "<![CDATA[d]]>", "<?p?>", "<name/>", `<tool a="1">`, "<tool >", "<a:b>1</a:b>", "\x00", "\uFFFE", "\xff", "<tools>", "<tool/>",
}

// The names and descriptions that are read are those that encoding/xml finds, unless the
// texts were not escaped.
func TestXMLAgrees(t *testing.T) {
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		some := func(name string, pieces ...string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 2).Draw(t, name), "")
		}
		text := "<tools>"
		for range rapid.IntRange(0, 3).Draw(t, "tools") {
			text += "<tool><name>a" + some("name", "é", " ", "&amp;", "&lt;", "\n", "&#65;", "<!-- c -->", "<![CDATA[d]]>") + "</name><description>" + some("description", xmlPieces...) + "</description></tool>"
		}
		text += some("rest", "\n", "<tool>", "</tool>", "a", "<!-- c -->") + "</tools>"
		text = text[:strings.Index(text, "</tools>")+len("</tools>")]
		c, end, err := readXML(newSource(text + " rest"))
		if err != nil || c.Raw {
			return
		}
		require.Equal(t, len(text), end)
		var want struct {
			Tools []struct {
				Name        string `xml:"name"`
				Description string `xml:"description"`
			} `xml:"tool"`
		}
		require.NoError(t, xml.Unmarshal([]byte(text), &want), text)
		require.Len(t, c.Tools, len(want.Tools))
		for i, w := range want.Tools {
			require.Equal(t, strings.TrimSpace(w.Name), c.Tools[i].Name, text)
			require.Equal(t, w.Description, c.Tools[i].Description, text)
			read++
		}
	})
	assert.Positive(t, read)
}

func TestXML(t *testing.T) {
	for text, want := range map[string]string{
		"<tool><name> a </name></tool>\n <tool><name>b</name></tool>":                          "a, b",
		"<tool><name>a &lt; b</name><description>\r\n</description></tool>":                    "a < b",
		"<tool><!-- c --><name>a<![CDATA[&]]>b</name></tool>":                                  "a&b",
		"<tool><name>a</name><description>b & c</description></tool>":                          "a", // not escaped
		"<tool><name>a</name><arguments>{'n': None}</arguments><x-1>true</x-1></tool>":         "a",
		"<tool><name>a</name><name>b</name></tool>":                                            "",
		"<tool><name>a</name><arguments>[]</arguments></tool>":                                 "",
		"<tool><name>a</name><description><b>bold</b></description></tool>":                    "",
		"<tool><description>a</description></tool>":                                            "",
		`<tool id="1"><name>a</name></tool>`:                                                   "",
		`<tool><name lang="en">a</name></tool>`:                                                "",
		"<function><name>a</name></function>":                                                  "",
		"<!-- c --><tool><name>a</name></tool>":                                                "",
		"words <tool><name>a</name></tool>":                                                    "",
		"<tool><name>a</name></tool> words":                                                    "",
		`{"type": "function", "function": {"name": "a"}}`:                                      "",
		"<tool><name>a</name></tool><tool>":                                                    "",
		"<tool><name>a</b></tool>":                                                             "",
		"<tool><name>a</name>Call it once.</tool>":                                             "",
		"<tool><name>a</name><description>&nbsp; < 1</description><unknown>1</unknown></tool>": "a", // neither
	} {
		c, _, err := readXML(newSource("<tools>" + text + "</tools>"))
		if assert.Equal(t, want == "", err != nil, "%s: %v", text, err); err == nil {
			assert.Equal(t, want, c.names(), text)
		}
	}
}
