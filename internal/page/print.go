package page

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// TOML returns the file of the page, with all that it has from others: [Parse] makes the same
// page of it.
func (p *Page) TOML() []byte {
	var b bytes.Buffer
	with := map[string]bool{}
	for _, k := range p.keys() {
		table, _, dotted := strings.Cut(k.Name, ".")
		if dotted && with[table] || p.assumed(k.Name) {
			continue
		}
		value := ""
		if dotted {
			with[table] = true
			value = p.table(table)
		} else {
			table, value = k.Name, spelled(k.Field)
		}
		if k.Name == "between" && value == "" {
			value = `""` // which is not what is assumed
		}
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", table, value)
		}
	}
	return b.Bytes()
}

// table returns a table inline, or "" where all in it is empty.
func (p *Page) table(name string) string {
	var parts []string
	for _, k := range p.keys() {
		if rest, ok := strings.CutPrefix(k.Name, name+"."); ok {
			if v := spelled(k.Field); v != "" {
				parts = append(parts, rest+" = "+v)
			}
		}
	}
	if parts == nil {
		return ""
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// spelled returns a field's value as TOML has it, or "" where it is empty.
func spelled(field any) string {
	switch v := field.(type) {
	case *string:
		if *v != "" {
			return quoted(*v)
		}
	case *bool:
		if *v {
			return "true"
		}
	case *int:
		if *v != 0 {
			return strconv.Itoa(*v)
		}
	case *[]string:
		switch {
		case len(*v) == 1:
			return quoted((*v)[0])
		case len(*v) > 1:
			return listed(*v)
		}
	case *[][]string:
		var pairs []string
		for _, pair := range *v {
			pairs = append(pairs, listed(pair))
		}
		if pairs != nil {
			return "[" + strings.Join(pairs, ", ") + "]"
		}
	case *map[string]string:
		var names, parts []string
		for k := range *v {
			names = append(names, k)
		}
		slices.Sort(names)
		for _, k := range names {
			parts = append(parts, quoted(k)+" = "+quoted((*v)[k]))
		}
		if parts != nil {
			return "{ " + strings.Join(parts, ", ") + " }"
		}
	}
	return ""
}

// listed returns a list of strings, on lines where it is long.
func listed(list []string) string {
	const width = 120
	var parts []string
	for _, s := range list {
		parts = append(parts, quoted(s))
	}
	if line := strings.Join(parts, ", "); len(line) < width {
		return "[" + line + "]"
	}
	return "[\n  " + strings.Join(parts, ",\n  ") + ",\n]"
}

// quoted returns a string as TOML has it.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
