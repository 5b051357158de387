package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// parquetEnding is the ending of Parquet files.
const parquetEnding = ".parquet"

// treeEndings are the endings of the files that are read in a directory, each but
// that of Parquet also with .gz or .zst behind it.
var treeEndings = []string{".jsonl", ".ndjson", ".json", ".txt", parquetEnding}

// readInTree tells whether a file of a directory is one to read.
func readInTree(name string) bool {
	plain := name
	if dataset.CompressionOf(name) != dataset.Uncompressed {
		plain = strings.TrimSuffix(name, filepath.Ext(name))
	}
	ending := strings.ToLower(filepath.Ext(plain))
	return slices.Contains(treeEndings, ending) && (ending != parquetEnding || plain == name)
}

// tree returns the files of a directory to read, in the order of their paths,
// and what is skipped. Hidden files and directories are not looked at.
func tree(root string) (list []input, skipped []string, err error) {
	top := root + string(filepath.Separator) // also where a link leads to it
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && path != top
		if d.IsDir() {
			if hidden {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil || hidden {
			return err
		}
		info, err := os.Stat(path) // follows links to files
		if err != nil || !info.Mode().IsRegular() || !readInTree(path) {
			skipped = append(skipped, path)
			return nil
		}
		list = append(list, input{name: path, path: path, relative: relative, found: info})
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("can't read the input: %w", err)
	}
	if len(list) == 0 {
		return nil, nil, fmt.Errorf("no file to read in the directory %s: files that end in %s count, also with .gz or .zst behind it",
			root, strings.Join(treeEndings, ", "))
	}
	return list, skipped, nil
}

// glob returns the files and directories of a pattern, or the argument itself if
// it is none or there is such a file. Hidden files don't match a star, as in a
// shell.
func glob(arg string) ([]string, error) {
	if !strings.ContainsAny(arg, "*?[") {
		return []string{arg}, nil
	}
	if _, err := os.Lstat(arg); err == nil {
		return []string{arg}, nil
	}
	found, err := filepath.Glob(arg)
	if err != nil {
		return nil, usagef("%s: the pattern is malformed", arg)
	}
	if !strings.HasPrefix(filepath.Base(arg), ".") {
		found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") })
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("can't read the input: no file matches %s: %w", arg, fs.ErrNotExist)
	}
	slices.Sort(found)
	return found, nil
}

// job is an output with the inputs that go to it.
type job struct {
	inputs []input
	output string // "" for standard output
}

// jobs tells what goes where: all to one output, or each input of its own into a
// directory.
func jobs(in []input, output string, c dataset.Compression) (list []job, err error) {
	info, err := os.Stat(output)
	isDir := output != "" && (err == nil && info.IsDir() || strings.HasSuffix(output, "/"))
	fromTree := slices.IndexFunc(in, func(i input) bool { return i.relative != "" })
	switch {
	case !isDir && output != "" && fromTree >= 0 && errors.Is(err, fs.ErrNotExist):
		// A directory in gives a directory out.
	case !isDir && output != "" && fromTree >= 0:
		return nil, usagef("--output %s is a file: the files of a directory go to a directory", output)
	case !isDir:
		return []job{{taken(in), output}}, nil
	}
	from := map[string]string{}
	before := "" // the root of the one before, which output does not lie in
	for _, i := range in {
		if root := strings.TrimSuffix(i.path, i.relative); i.relative != "" && root != before {
			if inside(output, root) {
				return nil, usagef("--output %s lies in the input %s: the next run would read it, write elsewhere", output, filepath.Clean(root))
			}
			before = root
		}
		name := i.relative
		if name == "" {
			if name = filepath.Base(i.path); i.path == "" {
				return nil, usagef("--output %s is a directory: standard input has no name to write there", output)
			}
		}
		if !i.parquet {
			name = rename(name, c)
		}
		path := filepath.Join(output, name)
		if other, twice := from[path]; twice {
			return nil, usagef("%s and %s would both be written to %s", other, i.name, path)
		}
		from[path] = i.name
		if !i.left {
			list = append(list, job{[]input{i}, path})
		}
	}
	return list, nil
}

// inside tells whether a path lies below a directory.
func inside(path, dir string) bool {
	below, err := filepath.Rel(resolved(dir), resolved(path))
	return err == nil && below != "." && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

func taken(in []input) (list []input) {
	for _, i := range in {
		if !i.left {
			list = append(list, i)
		}
	}
	return list
}

// rename gives a name the ending of a compression, if one was asked for.
func rename(name string, c dataset.Compression) string {
	if c == dataset.Uncompressed || dataset.CompressionOf(name) == c {
		return name
	}
	if dataset.CompressionOf(name) != dataset.Uncompressed {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name + map[dataset.Compression]string{dataset.Gzip: ".gz", dataset.Zstd: ".zst"}[c]
}
