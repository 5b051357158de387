package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWrite lists the modules of the command, twice.
func TestWrite(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "toolspeak")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "../..").CombinedOutput()
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
