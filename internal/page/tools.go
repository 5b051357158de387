package page

import (
	"cmp"
	"embed"
	"fmt"
	"strings"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jinja"
)

//go:embed forms/*.jinja
var definitionForms embed.FS

// Definition returns the Jinja template of {tool}. It sees tool, which is Wrapped, function,
// which is Bare, and open and close, the delimiters of strings.
func (t *Tools) Definition() (*jinja.Template, error) {
	key := [2]string{t.Template, fmt.Sprint(t.Form, " ", t.Indent)}
	if known, ok := definitions.Load(key); ok {
		return known.(*jinja.Template), nil
	}
	source := t.Template
	if !strings.Contains(source, "{") {
		words := strings.Fields(cmp.Or(source, t.Form))
		text, err := definitionForms.ReadFile("forms/" + words[0] + ".jinja")
		if err != nil {
			return nil, fmt.Errorf("there is no template of definitions called %q", words[0])
		}
		if source = strings.TrimSuffix(string(text), "\n"); t.Indent > 0 {
			source = strings.ReplaceAll(source, "tojson", fmt.Sprintf("tojson(indent=%d)", t.Indent))
		}
		for _, w := range words[1:] {
			source = "{%- set " + w + " = true -%}" + source
		}
	}
	parsed, err := jinja.Parse(source)
	if err == nil && source != t.Template {
		definitions.Store(key, parsed)
	}
	return parsed, err
}

// definitions are the templates of toolspeak's own that were parsed.
var definitions sync.Map
