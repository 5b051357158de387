package prompts

import (
	"strings"
	"testing"

	"github.com/beevik/etree"
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

// What is read in one pass is what a parser for XML makes of it, and what is taken for
// broken or for no tools it does not read.
func TestXMLReaderAgrees(t *testing.T) {
	for text, want := range map[string]xmlResult{
		"<tools>\n  <tool><name>a</name>\n<x-1>&amp;\r</x-1></tool></tools>":           xmlUnsure,
		"<tools><tool><name>a &lt; b</name><arguments>{}</arguments></tool>\n</tools>": xmlRead,
		"<tools><tool><name>a</name><description>b & c</description></tool></tools>":   xmlBroken,
		"<tools>{}</tools>": xmlText,
	} {
		assert.Equal(t, want, readsXMLAsParsed(t, text), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := "<tools>" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(xmlPieces), 0, 12).Draw(t, "pieces"), "") + "</tools>"
		readsXMLAsParsed(t, text[:strings.Index(text, "</tools>")+len("</tools>")])
	})
}

// readsXMLAsParsed compares what is read in one pass with what a parser reads.
func readsXMLAsParsed(t require.TestingT, text string) xmlResult {
	r := xmlReader{in: newSource(text, nil)}
	result := r.tools()
	c, _, err := readForeignXML(newSource(text, nil))
	doc := etree.NewDocument()
	doc.ReadSettings.ValidateInput = true
	wellFormed := doc.ReadFromString(text) == nil
	parsed, parseErr := parseXML(text)
	require.Equal(t, wellFormed, parseErr == nil, text)
	if wellFormed {
		requireElements(t, doc.Root(), parsed)
	}
	switch result {
	case xmlRead:
		require.NoError(t, err, text)
		require.Equal(t, c, r.toolList, text)
	case xmlBroken:
		require.False(t, wellFormed, text)
	case xmlText:
		require.Error(t, err, text)
	}
	// Whoever reads, the outcome is that of the parser.
	got, end, gotErr := readXML(newSource(text+" rest", nil))
	if err != nil {
		require.EqualError(t, gotErr, err.Error(), text)
		return result
	}
	require.NoError(t, gotErr, text)
	require.Equal(t, len(text), end)
	require.Equal(t, c, got, text)
	return result
}

// requireElements compares an element with what etree has of it. Text that follows
// a processing instruction is not among what etree calls the element's text.
func requireElements(t require.TestingT, want *etree.Element, got *xmlNode) {
	var text strings.Builder
	for _, child := range want.Child {
		if c, ok := child.(*etree.CharData); ok {
			text.WriteString(c.Data)
		}
	}
	require.Equal(t, want.FullTag(), got.name)
	require.Equal(t, text.String(), got.text.String())
	require.Equal(t, len(want.Attr) > 0, got.attrs)
	var elements []*xmlNode
	others := 0
	for _, n := range got.children {
		if n.name != "" {
			elements = append(elements, n)
		} else if n.other {
			others++
		}
	}
	children := want.ChildElements()
	require.Len(t, elements, len(children))
	for i := range children {
		requireElements(t, children[i], elements[i])
	}
	for _, child := range want.Child {
		switch child.(type) {
		case *etree.Comment, *etree.Directive, *etree.ProcInst:
			others--
		}
	}
	require.Zero(t, others)
}

// The elements are those that etree writes.
func TestXMLIsThatOfEtree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tools := rapid.SliceOfN(rapid.Custom(drawTool), 1, 3).Draw(t, "tools")
		f := &forms[formNumber(FormToolsXML)]
		require.Equal(t, etreeXML(tools), f.join(tools, f.entry))
	})
}

// etreeXML writes tools with etree.
func etreeXML(tools []Tool) string {
	doc := etree.NewDocument()
	doc.WriteSettings.CanonicalText, doc.WriteSettings.CanonicalEndTags = true, true
	root := doc.CreateElement("tools")
	for i := range tools {
		root.CreateText("\n  ")
		e := root.CreateElement("tool")
		add := func(key, content string) {
			e.CreateText("\n    ")
			e.CreateElement(key).SetText(content)
		}
		add("name", tools[i].Name)
		add("description", tools[i].Description)
		if tools[i].Parameters != nil {
			add("arguments", string(tools[i].Parameters))
		}
		for _, m := range tools[i].Extra {
			add(m.Key, string(m.Value))
		}
		e.CreateText("\n  ")
	}
	root.CreateText("\n")
	out, err := doc.WriteToString()
	if err != nil {
		return err.Error()
	}
	return out
}
