package ir

import (
	"bytes"
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/golden"
)

// TestRules has each code in the table once, with all that a row needs.
func TestRules(t *testing.T) {
	seen := map[Code]bool{}
	for _, r := range Rules() {
		assert.False(t, seen[r.Code], "%s is there twice", r.Code)
		seen[r.Code] = true
		assert.Regexp(t, `^[a-z]+(-[a-z0-9]+)*$`, r.Code)
		assert.NotEmpty(t, r.Remedy, r.Code)
		// One sentence: it begins with a capital or a name and has one full stop.
		assert.Regexp(t, regexp.MustCompile("^([A-Z]|xml |toolspeak |With `)[^.!?]*(`[^`]*`[^.!?]*)*\\.$"), r.Summary, r.Code)
		assert.NotContains(t, r.Summary+r.Details, "\n", r.Code)
		assert.Equal(t, r.Severity == Repair, r.Class != "", "%s: only repairs have a class", r.Code)
		if r.Example != (Example{}) {
			assert.NotEmpty(t, r.Example.To, r.Code)
			assert.NotEmpty(t, r.Example.Says, r.Code)
		}
		assert.Equal(t, r.Class, r.Code.Class())
		assert.Equal(t, r.Severity, r.Code.severity())
		require.Equal(t, r, *r.Code.Rule())
	}
	assert.Nil(t, Code("no-such-code").Rule())
	assert.Empty(t, Code("no-such-code").Class())
}

// TestRulesAreCopies has what a caller does to the table stay with the caller.
func TestRulesAreCopies(t *testing.T) {
	Rules()[0].Remedy = "changed"
	CodeStrict.Rule().Remedy = "changed"
	assert.NotEqual(t, "changed", Rules()[0].Remedy)
	assert.NotEqual(t, "changed", CodeStrict.Rule().Remedy)
}

// TestCodes compares codes.go with the table that it is made of.
func TestCodes(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("// Code generated from rules.toml by go test ./ir -run Codes -update; DO NOT EDIT.\n\npackage ir\n\n" +
		"// The codes of diagnostics. What each means is in the table that Rules returns.\nconst (\n")
	kinds := map[string][]string{}
	for _, r := range Rules() {
		fmt.Fprintf(&b, "\t%s Code = %q\n", constantOf(r.Code), r.Code)
		if r.Severity != Reject { // as a code that is not known
			kind := fmt.Sprintf("%q, %q", r.Severity, r.Class)
			kinds[kind] = append(kinds[kind], constantOf(r.Code))
		}
	}
	b.WriteString(")\n\n// kind returns what the table says of a code, without its texts.\nfunc (c Code) kind() (Severity, Class) {\n\tswitch c {\n")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		names := strings.Join(kinds[kind], ", ")
		for at := 90; at < len(names); at += 91 {
			at += strings.IndexByte(names[at:]+" ", ' ')
			names = names[:at] + "\n" + names[min(at+1, len(names)):]
		}
		fmt.Fprintf(&b, "\tcase %s:\n\t\treturn %s\n", strings.TrimSuffix(names, "\n"), kind)
	}
	b.WriteString("\t}\n\treturn Reject, \"\"\n}\n")
	want, err := format.Source(b.Bytes())
	require.NoError(t, err)
	golden.File(t, "codes.go", string(want))
}

// constantOf returns the name of a code's constant.
func constantOf(code Code) string {
	name := "Code"
	for word := range strings.SplitSeq(string(code), "-") {
		if slices.Contains([]string{"id", "json", "utf8", "xml"}, word) {
			word = strings.ToUpper(word)
		}
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}
