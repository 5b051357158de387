package page

import (
	"embed"
	"fmt"
	"sort"
	"strings"
	"sync"
)

//go:embed formats/*.toml
var files embed.FS

// All returns the built-in pages by name. The slice and its pages are shared and must not be
// changed.
var All = sync.OnceValue(func() []*Page {
	entries, err := files.ReadDir("formats")
	if err != nil {
		panic(err) // the directory is embedded
	}
	texts := make(map[string][]byte, len(entries))
	for _, e := range entries {
		text, err := files.ReadFile("formats/" + e.Name())
		if err != nil {
			panic(err)
		}
		texts[strings.TrimSuffix(e.Name(), ".toml")] = text
	}
	pages := make(map[string]*Page, len(texts))
	var load func(name string) *Page
	load = func(name string) *Page {
		if p, ok := pages[name]; ok {
			return p
		}
		text, ok := texts[name]
		if !ok {
			return nil
		}
		pages[name] = nil // a page that uses itself finds none
		p, err := Parse(text, load)
		if err != nil {
			panic(fmt.Sprintf("%s.toml: %v", name, err)) // a test parses each
		}
		pages[name] = p
		return p
	}
	var list []*Page
	for name := range texts {
		list = append(list, load(name))
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
})

// ByName returns the built-in page of a name or alias, or nil.
func ByName(name string) *Page { return byName()[name] }

var byName = sync.OnceValue(func() map[string]*Page {
	m := map[string]*Page{}
	for _, p := range All() {
		m[p.Name] = p
	}
	for _, p := range All() {
		for _, a := range p.Aliases {
			if m[a] == nil {
				m[a] = p
			}
		}
	}
	return m
})
