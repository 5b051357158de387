package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSources: the Python package's sources hold each package that the command is built of.
func TestSources(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.ImportPath}}{{end}}{{end}}", ".")
	list.Dir = "../.."
	out, err := list.Output()
	require.NoError(t, err)
	project, err := os.ReadFile("../../python/pyproject.toml")
	require.NoError(t, err)
	folders := 0
	for _, path := range strings.Fields(string(out)) {
		folder, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, "github.com/toolspeak/toolspeak"), "/"), "/")
		if folder == "" {
			folder = "main.go"
		}
		folders++
		assert.Contains(t, string(project), `"../`+folder+`" = "go/`+folder+`"`, path)
	}
	assert.Greater(t, folders, 10)
}

// TestWrite lists the modules of the command, twice.
func TestWrite(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "toolspeak")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", binary, ".")
	build.Dir = "../.."
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	read := func() (notices, list string) {
		dir := t.TempDir()
		require.NoError(t, write(binary, dir))
		n, err := os.ReadFile(filepath.Join(dir, "THIRD_PARTY.txt"))
		require.NoError(t, err)
		l, err := os.ReadFile(filepath.Join(dir, "toolspeak.spdx.json"))
		require.NoError(t, err)
		return string(n), string(l)
	}
	notices, list := read()
	assert.Contains(t, notices, "github.com/tidwall/gjson v")
	assert.Contains(t, notices, "Permission is hereby granted, free of charge")
	var doc spdxDocument
	require.NoError(t, json.Unmarshal([]byte(list), &doc))
	assert.Equal(t, "2023-11-14T22:13:20Z", doc.Creation.Created)
	ids := map[string]bool{}
	for _, p := range doc.Packages {
		assert.NotEqual(t, unknown, p.Concluded, p.Name)
		assert.False(t, ids[p.ID], "%s is there twice", p.ID)
		ids[p.ID] = true
	}
	for _, r := range doc.Relationships {
		assert.True(t, ids[r.To], r.To)
	}
	again, listAgain := read()
	assert.Equal(t, notices, again)
	assert.Equal(t, list, listAgain)
}

func TestWriteNeedsATime(t *testing.T) {
	binary, err := os.Executable()
	require.NoError(t, err)
	t.Setenv("SOURCE_DATE_EPOCH", "noon")
	assert.ErrorContains(t, write(binary, t.TempDir()), "SOURCE_DATE_EPOCH")
	assert.Error(t, write(filepath.Join(t.TempDir(), "none"), t.TempDir()))
}

func TestLicenceOf(t *testing.T) {
	assert.Equal(t, unknown, licenceOf([]text{{"LICENSE", "Do what you like."}}))
	assert.Equal(t, "Apache-2.0", licenceOf([]text{{"LICENSE", "Apache License\n  Version 2.0, January 2004"}}))
}

// TestFormula makes a formula and images of what goreleaser leaves, twice.
func TestFormula(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	require.NoError(t, os.MkdirAll("build/release", 0o755))
	if _, err := os.Stat("build/release/THIRD_PARTY.txt"); err != nil {
		require.NoError(t, os.WriteFile("build/release/THIRD_PARTY.txt", []byte("terms\n"), 0o644))
	}
	dist := t.TempDir()
	program := filepath.Join(dist, "toolspeak")
	require.NoError(t, os.WriteFile(program, []byte("a program"), 0o755))
	list := []map[string]any{{"name": "toolspeak", "path": program, "goos": "linux", "goarch": "arm64", "type": "Binary"}}
	for _, os := range []string{"linux", "darwin"} {
		for _, arch := range []string{"amd64", "arm64"} {
			list = append(list, map[string]any{"name": "toolspeak_1.2.3_" + os + "_" + arch + ".tar.gz", "goos": os, "goarch": arch, "type": "Archive", "extra": map[string]any{"Checksum": "sha256:" + digest([]byte(os+arch))}})
		}
	}
	write := func(name string, value any) {
		file, err := json.Marshal(value)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dist, name), file, 0o644))
	}
	write("artifacts.json", list)
	write("metadata.json", map[string]any{"version": "1.2.3", "date": "2030-01-01T00:00:00Z"})
	made := func() (formula, img []byte) {
		require.NoError(t, writeMore(dist))
		formula, err := os.ReadFile(filepath.Join(dist, "toolspeak.rb"))
		require.NoError(t, err)
		img, err = os.ReadFile(filepath.Join(dist, "toolspeak_1.2.3_image_arm64.tar"))
		require.NoError(t, err)
		return formula, img
	}
	formula, img := made()
	for _, want := range []string{
		"releases/download/v1.2.3/toolspeak_1.2.3_darwin_arm64.tar.gz\"\n      sha256 \"" + digest([]byte("darwinarm64")) + "\"",
		"releases/download/v1.2.3/toolspeak_1.2.3_linux_amd64.tar.gz\"\n      sha256 \"" + digest([]byte("linuxamd64")) + "\"",
	} {
		require.Contains(t, string(formula), want)
	}
	formulaAgain, imgAgain := made()
	require.Equal(t, formula, formulaAgain)
	require.Equal(t, img, imgAgain)

	requireImage(t, img)

	write("artifacts.json", list[:2])
	require.ErrorContains(t, writeMore(dist), "no archive for")
}

// requireImage checks that an image is what its lists say.
func requireImage(t *testing.T, img []byte) {
	files := untar(t, img)
	var manifest []struct {
		Config   string
		RepoTags []string
		Layers   []string
	}
	require.NoError(t, json.Unmarshal(files["manifest.json"], &manifest))
	require.Equal(t, []string{"toolspeak:1.2.3"}, manifest[0].RepoTags)
	var config struct {
		Architecture string
		Created      string
		Rootfs       struct {
			Diff []string `json:"diff_ids"`
		}
	}
	require.NoError(t, json.Unmarshal(files[manifest[0].Config], &config))
	layer := files[manifest[0].Layers[0]]
	require.Equal(t, []string{"sha256:" + digest(layer)}, config.Rootfs.Diff)
	require.Equal(t, "arm64 2023-11-14T22:13:20Z", config.Architecture+" "+config.Created)
	require.Equal(t, "a program", string(untar(t, layer)["toolspeak"]))
}

func untar(t *testing.T, b []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(b)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		require.NoError(t, err)
		files[h.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
}
