package ir

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRules has each declared code in the table once, with all that a row needs.
func TestRules(t *testing.T) {
	var listed []string
	for _, r := range Rules() {
		listed = append(listed, string(r.Code))
		assert.NotEmpty(t, r.Remedy, r.Code)
		// One sentence: it begins with a capital or a name and has one full stop.
		assert.Regexp(t, regexp.MustCompile("^([A-Z]|xml |toolspeak |With `)[^.!?]*(`[^`]*`[^.!?]*)*\\.$"), r.Summary, r.Code)
		assert.NotContains(t, r.Means(), "\n", r.Code)
		if r.Severity != Repair {
			assert.Equal(t, PlainReading, r.Class, "%s is no repair and has a class", r.Code)
		}
		if r.Example != (Example{}) {
			assert.NotEmpty(t, r.Example.To, r.Code)
			assert.NotEmpty(t, r.Example.Says, r.Code)
		}
		assert.Equal(t, r.Class, r.Code.Class())
		require.Equal(t, r, *r.Code.Rule())
	}
	assert.ElementsMatch(t, declaredCodes(t), listed)
	assert.Nil(t, Code("no-such-code").Rule())
	assert.Equal(t, PlainReading, Code("no-such-code").Class())
}

// TestRulesAreCopies has what a caller does to the table stay with the caller.
func TestRulesAreCopies(t *testing.T) {
	Rules()[0].Remedy = "changed"
	CodeStrict.Rule().Remedy = "changed"
	assert.NotEqual(t, "changed", Rules()[0].Remedy)
	assert.NotEqual(t, "changed", CodeStrict.Rule().Remedy)
}

// TestCodesAreDistinct catches a name that was given to two codes.
func TestCodesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, code := range declaredCodes(t) {
		assert.False(t, seen[code], "%s is declared twice", code)
		seen[code] = true
		assert.Regexp(t, `^[a-z]+(-[a-z0-9]+)*$`, code)
	}
}

// declaredCodes returns the codes of codes.go.
func declaredCodes(t *testing.T) (codes []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	require.NoError(t, err)
	for _, decl := range file.Decls {
		block, ok := decl.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		for _, spec := range block.Specs {
			for _, value := range spec.(*ast.ValueSpec).Values {
				code, err := strconv.Unquote(value.(*ast.BasicLit).Value)
				require.NoError(t, err)
				codes = append(codes, code)
			}
		}
	}
	require.NotEmpty(t, codes)
	return codes
}
