package ir

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCodesAreDocumented compares the codes with docs/diagnostics.md: each has
// a row of its own in the section of its severity, in the order of the source,
// and no row is left over.
func TestCodesAreDocumented(t *testing.T) {
	source, document := declaredCodes(t), documentedCodes(t)
	sections := slices.Sorted(maps.Keys(source))
	if want := []string{"losses", "rejects", "repairs"}; !slices.Equal(sections, want) {
		t.Fatalf("codes.go has blocks of %q, expected %q", sections, want)
	}
	for _, section := range sections {
		for _, code := range source[section] {
			if !slices.Contains(document[section], code) {
				t.Errorf("%s is one of the %s, but docs/diagnostics.md does not list it there", code, section)
			}
		}
		for _, code := range document[section] {
			if !slices.Contains(source[section], code) {
				t.Errorf("docs/diagnostics.md lists %s under %s, but codes.go does not have it there", code, section)
			}
		}
		if !t.Failed() && !slices.Equal(source[section], document[section]) {
			t.Errorf("docs/diagnostics.md lists the %s in another order than codes.go:\n%q\n%q", section, document[section], source[section])
		}
	}
}

// TestCodesAreDistinct catches a name that was given to two codes.
func TestCodesAreDistinct(t *testing.T) {
	seen := map[string]string{}
	shape := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)
	for section, codes := range declaredCodes(t) {
		for _, code := range codes {
			if other, twice := seen[code]; twice {
				t.Errorf("%s is declared twice: under %s and under %s", code, other, section)
			}
			seen[code] = section
			if !shape.MatchString(code) {
				t.Errorf("%q is not in lower case with hyphens", code)
			}
		}
	}
}

// declaredCodes returns the codes of codes.go, by the word in the comment of
// their block: repairs, losses or rejects.
func declaredCodes(t *testing.T) map[string][]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string][]string{}
	for _, decl := range file.Decls {
		block, ok := decl.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		section := regexp.MustCompile(`The codes of (\w+)`).FindStringSubmatch(block.Doc.Text())
		if section == nil {
			t.Fatalf("codes.go has a block of constants without %q in its comment", "The codes of …")
		}
		for _, spec := range block.Specs {
			for _, value := range spec.(*ast.ValueSpec).Values {
				code, err := strconv.Unquote(value.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				codes[section[1]] = append(codes[section[1]], code)
			}
		}
	}
	return codes
}

// documentedCodes returns the codes in the first table of each section of
// docs/diagnostics.md, by the section's name in lower case. Further tables hold
// codes of other packages.
func documentedCodes(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("../docs/diagnostics.md")
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string][]string{}
	row := regexp.MustCompile("^\\| `([^`]+)` \\|")
	section, tables, inTable := "", 0, false
	for line := range strings.Lines(string(page)) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			section, tables = strings.ToLower(strings.TrimSpace(heading)), 0
		}
		if table := strings.HasPrefix(line, "|"); table != inTable {
			if inTable = table; table {
				tables++
			}
		}
		if m := row.FindStringSubmatch(line); m != nil && tables == 1 {
			codes[section] = append(codes[section], m[1])
		}
	}
	return codes
}
