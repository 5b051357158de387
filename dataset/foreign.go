package dataset

import (
	"bufio"
	"strings"
)

// foreignFormat is a kind of file that is not read, and what makes one of it that is.
type foreignFormat struct{ magic, is, cure string }

// foreignFormats are those that people have transcripts in. None begins like JSON or
// like text. FILE stands for the file's name.
var foreignFormats = []foreignFormat{
	{"\xfd7zXZ\x00", "compressed with xz", "unpack it first: xz -dc FILE | toolspeak …"},
	{"BZh91AY&SY", "compressed with bzip2", "unpack it first: bzip2 -dc FILE | toolspeak …"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first: 7z e -so FILE | toolspeak …"},
	{"PK\x03\x04", "a zip archive", "unpack it first: unzip -p FILE | toolspeak …"},
	{"ARROW1\x00\x00", "an Arrow file", arrowCure},
	{"\xff\xff\xff\xff", "an Arrow stream", arrowCure},
	{"SQLite format 3\x00", "an SQLite database", "let a query print JSON: sqlite3 FILE \"select json_object('messages', json(COLUMN)) from TABLE\" | toolspeak …"},
	{"%PDF-", "a PDF", "only text is read"},
	{"\x80\x04\x95", "a Python pickle", "write it as JSONL in Python"},
}

const arrowCure = "write it as JSONL in Python: datasets.Dataset.from_file('FILE').to_json('data.jsonl')"

// refuseForeign returns an error where an input is of a kind that is not read, which
// its first bytes show.
func refuseForeign(name string, b *bufio.Reader) error {
	for _, f := range foreignFormats {
		if startsWith(b, []byte(f.magic)) {
			return &InputError{name, "is " + f.is + ", which can't be read: " + strings.ReplaceAll(f.cure, "FILE", name)}
		}
	}
	return nil
}
