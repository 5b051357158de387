package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/toolspeak/toolspeak/"

// importsOf returns what each package of the module imports, tests aside, by its
// path in the module.
func importsOf(t *testing.T) map[string][]string {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); words[0]+"/" != module {
			imports[strings.TrimPrefix(words[0], module)] = words[1:]
		}
	}
	return imports
}

// layers are the packages in the order in which they import each other: each
// knows only those of the layers below. Those in one layer don't know each other.
var layers = [][]string{
	{"internal/spell", "internal/memo", "web", "internal/atomicfile", "internal/inputs", "internal/build", "internal/jinja", "internal/takes", "internal/tokens"},
	{"internal/jsonx"},
	{"ir", "internal/carry"},
	{"internal/text", "internal/diag"},
	{"internal/literal", "internal/dialogue"},
	{"internal/repair", "internal/schema", "internal/signs", "internal/page", "styles/pages"},
	{"styles"},
	{"internal/grammar"},
	{"internal/readers", "prompts", "emitters", "internal/dialects"},
	{"readers", "internal/constrain", "internal/response"},
	{"convert", "internal/exchange", "internal/branches", "internal/templates"},
	{"internal/layouts", "internal/spans", "styles/check"},
	{"internal/trainers", "train"},
	{"dataset"},
	{"dataset/job"},
	{"internal/index"},
	{"parquet", "internal/worker", "internal/present", "internal/diff", "stats"},
	{"internal/view", "web/wasm", "npm/wasm"},
	{"internal/cli"},
}

// withName returns the package with layers whose last element is name, or "".
func withName(name string) string {
	for _, layer := range layers {
		for _, pkg := range layer {
			if path.Base(pkg) == name {
				return pkg
			}
		}
	}
	return ""
}

func layerOf(pkg string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, pkg) })
}

// TestImports holds the packages to the rules of architecture.md.
func TestImports(t *testing.T) {
	imports := importsOf(t)
	for pkg, paths := range imports {
		if pkg == "transcripttest" { // for tests, and a test itself
			continue
		}
		layer := layerOf(pkg)
		if layer < 0 && !strings.HasPrefix(pkg, "internal/") && pkg != "docs" {
			t.Errorf("%s has no layer", pkg)
		}
		for _, imported := range paths {
			other, ours := strings.CutPrefix(imported, module)
			switch at := layerOf(other); {
			case !ours && imported == "os" && pkg != "dataset/job" && !strings.HasPrefix(pkg, "internal/"):
				t.Errorf("%s imports os", pkg)
			case !ours || layer < 0:
			case at < 0 && strings.HasPrefix(other, "internal/") && onlyOurs(imports, other):
			case at < 0:
				t.Errorf("%s imports %s, which is for tests and measurements", pkg, other)
			case at >= layer:
				t.Errorf("%s imports %s, which is not below it", pkg, other)
			}
		}
	}
	for _, pkg := range imports["internal/layouts"] {
		for _, never := range []string{"styles", "internal/readers", "prompts"} {
			if pkg == module+never {
				t.Errorf("layouts imports %s", never)
			}
		}
	}
	if len(imports["convert"]) == 0 {
		t.Error("go list found nothing")
	}
}

// onlyOurs reports whether an internal package that has no layer imports none that
// has one above the lowest: it is a small helper.
func onlyOurs(imports map[string][]string, pkg string) bool {
	return !slices.ContainsFunc(imports[pkg], func(path string) bool {
		other, ours := strings.CutPrefix(path, module)
		return ours && layerOf(other) != 0 || strings.Contains(path, "rapid") || path == "testing"
	})
}

var packageRow = regexp.MustCompile("(?m)^\\| \\[`([a-z/]+)`\\]")

// TestPackages compares the packages with the table in architecture.md.
func TestPackages(t *testing.T) {
	var listed, exist []string
	for _, m := range packageRow.FindAllStringSubmatch(read(t, "internals/architecture.md"), -1) {
		listed = append(listed, m[1])
	}
	for pkg := range importsOf(t) {
		exist = append(exist, pkg)
	}
	slices.Sort(listed)
	slices.Sort(exist)
	if !slices.Equal(listed, exist) {
		t.Errorf("architecture.md lists %q, there are %q", listed, exist)
	}
}

var codeName = regexp.MustCompile("`([a-z]+)\\.([A-Za-z]+)(?:\\.([A-Za-z]+))?`")

// TestNames looks for the functions and types that architecture.md names.
func TestNames(t *testing.T) {
	page := read(t, "internals/architecture.md")
	known := map[string]map[string]bool{}
	found := 0
	for _, m := range codeName.FindAllStringSubmatch(page, -1) {
		pkg, name := withName(m[1]), strings.TrimSuffix(m[2]+"."+m[3], ".")
		if pkg == "" {
			continue
		}
		if known[pkg] == nil {
			known[pkg] = namesIn(t, "../"+pkg)
		}
		if found++; !known[pkg][name] {
			t.Errorf("architecture.md names %s.%s, which does not exist", pkg, name)
		}
	}
	if found < 10 {
		t.Errorf("found only %d names", found)
	}
}

// namesIn returns the types, functions and methods of a package.
func namesIn(t *testing.T, dir string) map[string]bool {
	names := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			nameDecl(names, decl)
		}
	}
	return names
}

func nameDecl(names map[string]bool, decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			on := decl.Recv.List[0].Type
			if star, ok := on.(*ast.StarExpr); ok {
				on = star.X
			}
			if ident, ok := on.(*ast.Ident); ok {
				name = ident.Name + "." + name
			}
		}
		names[name] = true
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if spec, ok := spec.(*ast.TypeSpec); ok {
				names[spec.Name.Name] = true
			}
		}
	}
}

// TestDocComments: what documents a function or a type begins with its name, as godoc shows
// it.
func TestDocComments(t *testing.T) {
	found := 0
	check := func(path, name string, doc *ast.CommentGroup) {
		if doc.Text() == "" {
			return
		}
		found++
		words := strings.Fields(doc.Text())
		if words[0] == "A" || words[0] == "An" || words[0] == "The" {
			words = words[1:]
		}
		if words[0] != name && strings.TrimRight(words[0], ",:") != name {
			t.Errorf("%s: the comment of %s begins with %q", path, name, words[0])
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				check(path, decl.Name.Name, decl.Doc)
			case *ast.GenDecl:
				if decl.Tok == token.TYPE && len(decl.Specs) == 1 {
					check(path, decl.Specs[0].(*ast.TypeSpec).Name.Name, decl.Doc)
				}
			}
		}
		return nil
	})
	if err != nil || found < 1000 {
		t.Errorf("%d comments were found: %v", found, err)
	}
}

// TestFiles holds each file to one concern and plain words: at most 400 lines, a first
// sentence that says what a package is for, and no comment that begins with "Who" or "What".
func TestFiles(t *testing.T) {
	described := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if n := strings.Count(string(text), "\n"); n > 400 {
			t.Errorf("%s has %d lines", path, n)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		first := file.Doc.Text()
		described[filepath.Dir(path)] = described[filepath.Dir(path)] || strings.HasPrefix(first, "Package ") || strings.HasPrefix(first, "Command ") || file.Name.Name == "main" && first != ""
		before := ""
		for i, line := range strings.Split(string(text), "\n") {
			line = strings.TrimSpace(line)
			field := strings.HasPrefix(before, "// What ") && strings.HasPrefix(line, "What ") // whose name it is
			if questioning := strings.HasPrefix(before, "// What ") || strings.HasPrefix(before, "// Who "); questioning && !field {
				t.Errorf("%s:%d: a comment begins with a question word: %s", path, i, before)
			}
			if !strings.HasPrefix(line, "//") || !strings.HasPrefix(before, "//") {
				before = line
			}
		}
		return nil
	})
	if err != nil || len(described) < 50 {
		t.Errorf("%d packages were found: %v", len(described), err)
	}
	for dir, ok := range described {
		if !ok {
			t.Errorf("no comment says what package %s is for", dir)
		}
	}
}
