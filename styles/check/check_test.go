package check_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
)

// Each built-in style is proved, under another name.
func TestBuiltIn(t *testing.T) {
	for _, s := range styles.All() {
		own, err := styles.Parse([]byte(strings.Replace(string(s.TOML()), `"`+s.Name+`"`, `"own"`, 1)), "own.toml")
		require.NoError(t, err)
		require.NoError(t, check.Style(own), s.Name)
	}
}

const markers = `name = "own"
anchor = "line"
thought = "Why: {text}"
call = "Do: {name}\nWith: {args}"
args = "any"
answer = "Done: {text}"
result = "Saw: {text}"
`

const elements = `name = "own"
anchor = "line"
gap = "\n\n"
call = "<do>{call}</do>"
args = "object"
json = { name = "n", arguments = "a" }
answer = "<done>\n{text+}\n</done>"
result = "<saw>\n{text}\n</saw>"
`

// A page whose patterns are read is a style, and one whose patterns are not is refused with the
// line of the pattern.
func TestStyle(t *testing.T) {
	for _, row := range []struct{ name, file, old, changed, want string }{
		{"as it is", markers, "", "", ""},
		{"elements", elements, "", "", ""},
		{"a marker with both angle brackets", markers, "With: {", "<> With: {", ""},
		{"no space after a marker", markers, "Why: {", "Why:{", ""},
		{"the call's object over lines", elements, "<do>{call}", `<do>\n\n{call}\n`, ""},
		{"other words for an outcome", markers, `"Done: {text}"`, "\"Done: {text+}\\nWorked: {outcome}\"\noutcome = { by = \"line\", success = \"yes\", failure = \"no\" }", ""},
		{"an empty line between steps", markers, "anchor", "gap = \"\\n\\n\"\nanchor", `own.toml:1: what is written by the page is not read back`},
		{"words after an argument", markers, "{args}", "{args} END", `own.toml:4: call "Do: {name}\nWith: {args} END" is not read as it says`},
		{"words after a thought", markers, "Why: {text}", "Why: {text} (so)", `own.toml:3: thought "Why: {text} (so)" is not read as it says`},
		{"a mark around words", markers, "Saw: {text}", "Saw: **{text}**", `own.toml:7: result begins with "Saw: **": expected a colon at its end`},
		{"an attribute", elements, "<saw>", `<saw id='1'>`, `own.toml:8: result`},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, err := styles.Parse([]byte(strings.Replace(row.file, row.old, row.changed, 1)), "own.toml")
			if err == nil {
				err = check.Style(s)
			}
			if row.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorAs(t, err, new(*styles.FileError))
			require.ErrorContains(t, err, row.want)
		})
	}
}
