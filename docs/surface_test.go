package docs_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var surfaceRow = regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| \\d+ \\| \\d+ \\| \\d+ \\|$")

// TestSurface counts what the packages export and compares it with the table in
// architecture.md.
func TestSurface(t *testing.T) {
	page := read(t, "architecture.md")
	total := 0
	rows := surfaceRow.FindAllStringSubmatch(page, -1)
	for _, row := range rows {
		s := surfaceOf(t, "../"+row[1])
		if want := fmt.Sprintf("| `%s` | %d | %d | %d |", row[1], s.lines, s.constants, s.fields); row[0] != want {
			t.Errorf("architecture.md says\n%s, and counted are\n%s", row[0], want)
		}
		total += s.lines
	}
	if len(rows) != 11 {
		t.Errorf("architecture.md counts %d packages", len(rows))
	}
	if !strings.Contains(page, "Together these are "+strconv.Itoa(total)+" lines.") {
		t.Errorf("architecture.md does not say that these are %d lines", total)
	}
}

// surface is what a package exports: lines of go doc -all, one for a block of constants; the
// constants of these blocks; and the fields of its structs, with the methods of its interfaces.
type surface struct{ lines, constants, fields int }

func surfaceOf(t *testing.T, dir string) (s surface) {
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	is, err := doc.NewFromFiles(set, files, module+pkg.Name)
	if err != nil {
		t.Fatal(err)
	}
	s.values(is.Consts, is.Vars)
	s.lines += len(is.Funcs)
	for _, typ := range is.Types {
		s.values(typ.Consts, typ.Vars)
		s.lines += 1 + len(typ.Funcs) + len(typ.Methods)
		ast.Inspect(typ.Decl, s.field)
	}
	return s
}

// values counts blocks of constants and variables.
func (s *surface) values(constants, variables []*doc.Value) {
	s.lines += len(constants) + len(variables)
	for _, block := range constants {
		for _, name := range block.Names {
			if ast.IsExported(name) {
				s.constants++
			}
		}
	}
}

// field counts a node of a type's declaration if it is a field or a method of an interface,
// and reports whether there may be others in it.
func (s *surface) field(n ast.Node) bool {
	if f, ok := n.(*ast.Field); ok {
		for _, name := range f.Names {
			if name.IsExported() {
				s.fields++
			}
		}
	}
	_, isFunc := n.(*ast.FuncType)
	return !isFunc
}
