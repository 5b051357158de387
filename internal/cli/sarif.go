package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/build"
	"github.com/toolspeak/toolspeak/ir"
)

// The parts of SARIF 2.1.0 that are written, under the names of its
// specification.
type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID    string     `json:"id"`
		Short sarifText  `json:"shortDescription"`
		Full  sarifText  `json:"fullDescription"`
		Help  sarifText  `json:"help"`
		Level sarifLevel `json:"defaultConfiguration"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int        `json:"startLine,omitempty"`
		StartColumn int        `json:"startColumn,omitempty"`
		EndLine     int        `json:"endLine,omitempty"`
		EndColumn   int        `json:"endColumn,omitempty"`
		ByteOffset  *int64     `json:"byteOffset,omitempty"`
		ByteLength  int        `json:"byteLength"`
		Snippet     *sarifText `json:"snippet,omitempty"`
	}
)

// sarif writes diagnostics as a SARIF log, result by result.
type sarif struct {
	rules []sarifRule
	index map[ir.Code]int
	any   bool
}

func newSarif() *sarif {
	s := &sarif{index: map[ir.Code]int{}}
	for i, r := range ir.Rules() {
		s.index[r.Code] = i
		s.rules = append(s.rules, sarifRule{
			ID: string(r.Code), Short: sarifText{r.Summary}, Full: sarifText{meaning(&r)}, Help: sarifText{r.Remedy},
			Level: sarifLevel{levelOf(r.Severity)},
		})
	}
	return s
}

// levelOf returns the level of a result of that severity.
func levelOf(s ir.Severity) string {
	switch s {
	case ir.Reject:
		return "error"
	case ir.Note:
		return "note"
	}
	return "warning"
}

func (s *sarif) begin(w io.Writer) error {
	var rules bytes.Buffer
	if err := encodeLine(&rules, s.rules); err != nil {
		return err
	}
	var v bytes.Buffer
	if err := encodeLine(&v, build.Read().Version); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{`+
		`"tool":{"driver":{"name":"toolspeak","version":%s,"rules":%s}},"columnKind":"unicodeCodePoints","results":[`,
		bytes.TrimSpace(v.Bytes()), bytes.TrimSpace(rules.Bytes()))
	return err
}

func (s *sarif) add(w io.Writer, rec *dataset.Record, f *dataset.Found) error {
	if s.any {
		if _, err := io.WriteString(w, ","); err != nil {
			return err
		}
	}
	s.any = true
	return encodeLine(w, s.result(rec, f))
}

func (s *sarif) result(rec *dataset.Record, f *dataset.Found) sarifResult {
	d := &f.Diagnostic
	rule, known := s.index[d.Code]
	if !known {
		rule = -1 // as the specification says it
	}
	words := fmt.Sprintf("record %d: %s", f.Record, d.Text())
	if d.Message > 0 {
		words = fmt.Sprintf("record %d, message %d, line %d, column %d: %s", f.Record, d.Message, d.Pos.Line, d.Pos.Column, d.Text())
	}
	// Without a place the region is the record.
	var region sarifRegion
	if f.Offset >= 0 {
		region.ByteOffset, region.ByteLength = &f.Offset, int(f.Length)
	}
	region.StartLine, region.StartColumn = rec.Place(1, 1)
	if at := f.Spot; at != nil {
		line, _ := excerpt(at)
		region.StartLine, region.StartColumn, region.EndLine, region.EndColumn = at.Line, at.Column, at.EndLine, at.EndColumn
		region.ByteLength, region.Snippet = at.End-at.Offset, &sarifText{line}
		if offset := int64(at.Offset); f.Offset >= 0 {
			region.ByteOffset = &offset
		}
	}
	return sarifResult{
		RuleID: string(d.Code), RuleIndex: rule, Level: levelOf(d.Severity), Message: sarifText{printable(words)},
		Locations: []sarifLocation{{sarifPhysical{sarifArtifact{fileURI(f.File)}, region}}},
	}
}

func (s *sarif) end(w io.Writer, _ sheet, _ *overview) error {
	_, err := io.WriteString(w, "]}]}\n")
	return err
}

// fileURI returns the name of a file as a URI, relative where the name is.
func fileURI(name string) string {
	path := filepath.ToSlash(name)
	u := url.URL{Path: path}
	switch {
	case strings.HasPrefix(path, "/"):
		u.Scheme = "file"
	case filepath.IsAbs(name):
		u.Scheme, u.Path = "file", "/"+path
	}
	return u.String()
}
