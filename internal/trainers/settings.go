//go:build !js

package trainers

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// settings returns what the template of the trainer's settings says of rows, or "".
func (t *Trainer) settings(r Rows) (string, error) {
	kind := "json"
	if path.Ext(r.File) == ".parquet" {
		kind = "parquet"
	}
	template, err := jinja.Parse(t.Text)
	if err != nil {
		return "", err
	}
	text, err := template.Fill(map[string]any{
		"file": r.File, "yaml": yamlText(r.File), "shell": shellWord(r.File), "shell_list": shellWord("['" + r.File + "']"),
		"folder": yamlText(path.Dir(r.File)), "name": yamlText(r.name()), "kind": kind, "shaped": layouts.IsShape(r.To), "length": r.Length,
	})
	return strings.TrimRight(text, "\n"), err
}

// shellWord quotes a word for a shell, where it needs that.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:@%+,=", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// yamlPlain are strings that YAML reads as they are, but for yamlWords, which are no strings.
var (
	yamlPlain = regexp.MustCompile(`^(\.{0,2}/|[A-Za-z_])[A-Za-z0-9_./+-]*$|^\.$`)
	yamlWords = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|y|n|null)$`)
)

// yamlText writes a string of YAML: as JSON, of which YAML holds all, unless it is plain.
func yamlText(s string) string {
	if yamlPlain.MatchString(s) && !yamlWords.MatchString(s) {
		return s
	}
	quoted, _ := json.Marshal(s) // strings can be written
	return string(quoted)
}
