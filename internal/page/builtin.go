package page

import (
	"embed"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

//go:embed formats/*.toml
var files embed.FS

// All returns the built-in pages by name, and those of Add after them. The slice and its pages
// are shared and must not be changed.
func All() []*Page {
	if list := withAdded.Load(); list != nil {
		return *list
	}
	return builtin()
}

// withAdded are all pages where some were added.
var withAdded atomic.Pointer[[]*Page]

// Add makes a page one of All, and of ByName. Its name must be none of theirs.
func Add(p *Page) {
	list := append(slices.Clone(All()), p)
	withAdded.Store(&list)
}

var builtin = sync.OnceValue(func() []*Page {
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

// ByName returns the page of a name or alias, or nil.
func ByName(name string) *Page {
	if p := builtinNames()[name]; p != nil {
		return p
	}
	for _, p := range All()[len(builtin()):] {
		if p.Name == name || slices.Contains(p.Aliases, name) {
			return p
		}
	}
	return nil
}

var builtinNames = sync.OnceValue(func() map[string]*Page {
	m := map[string]*Page{}
	for _, p := range builtin() {
		m[p.Name] = p
	}
	for _, p := range builtin() {
		for _, a := range p.Aliases {
			if m[a] == nil {
				m[a] = p
			}
		}
	}
	return m
})
