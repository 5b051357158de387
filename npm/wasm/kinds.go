//go:build js && wasm

package main

import (
	"encoding/json"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
)

// kind is a style, a format or a shape, as the package lists it.
type kind struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Summary string `json:"summary"`
	// Writes is whether it may be a target.
	Writes bool `json:"writes"`
}

// kinds returns what is read and written, as a JSON list.
func kinds() ([]byte, error) {
	var list []kind
	for _, s := range styles.All() {
		list = append(list, kind{s.Name, "style", s.Summary, true})
	}
	for _, p := range layouts.Formats() {
		list = append(list, kind{p.Name, "format", p.Summary, layouts.TargetOf(p.Name) != nil})
	}
	for _, s := range layouts.Shapes() {
		list = append(list, kind{s.Name, "shape", s.Summary, s.Target != nil})
	}
	return json.Marshal(list)
}
