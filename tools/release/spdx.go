package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// The types below are the part of SPDX 2.3 that says which packages a program is made of.

type spdxDocument struct {
	Version       string             `json:"spdxVersion"`
	DataLicense   string             `json:"dataLicense"`
	ID            string             `json:"SPDXID"`
	Name          string             `json:"name"`
	Namespace     string             `json:"documentNamespace"`
	Creation      spdxCreation       `json:"creationInfo"`
	Packages      []spdxPackage      `json:"packages"`
	Relationships []spdxRelationship `json:"relationships"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	Name          string    `json:"name"`
	ID            string    `json:"SPDXID"`
	Version       string    `json:"versionInfo"`
	Location      string    `json:"downloadLocation"`
	FilesAnalyzed bool      `json:"filesAnalyzed"`
	Concluded     string    `json:"licenseConcluded"`
	Declared      string    `json:"licenseDeclared"`
	Copyright     string    `json:"copyrightText"`
	Refs          []spdxRef `json:"externalRefs,omitempty"`
}

type spdxRef struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelationship struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

const (
	documentID   = "SPDXRef-DOCUMENT"
	unknown      = "NOASSERTION"
	ownLicence   = "MIT"
	dependsOn    = "DEPENDS_ON"
	describes    = "DESCRIBES"
	purlCategory = "PACKAGE-MANAGER"
)

// spdx returns the list of modules as an SPDX document.
func spdx(main, version string, modules []module, when time.Time) ([]byte, error) {
	own := newPackage(main, version, ownLicence)
	doc := spdxDocument{
		Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: documentID, Name: "toolspeak-" + version,
		Namespace:     "https://" + main + "/spdx/" + version + "-" + when.Format("20060102T150405Z"),
		Creation:      spdxCreation{Created: when.Format("2006-01-02T15:04:05Z"), Creators: []string{"Tool: toolspeak-release"}},
		Packages:      []spdxPackage{own},
		Relationships: []spdxRelationship{{documentID, describes, own.ID}},
	}
	for _, m := range modules {
		p := newPackage(m.path, m.version, licenceOf(m.texts))
		doc.Packages = append(doc.Packages, p)
		doc.Relationships = append(doc.Relationships, spdxRelationship{own.ID, dependsOn, p.ID})
	}
	list, err := json.MarshalIndent(doc, "", "  ")
	return append(list, '\n'), err
}

var notInID = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

func newPackage(path, version, licence string) spdxPackage {
	return spdxPackage{
		Name: path, ID: "SPDXRef-" + notInID.ReplaceAllString(path, "-"), Version: version, Location: unknown,
		Concluded: licence, Declared: licence, Copyright: unknown,
		Refs: []spdxRef{{purlCategory, "purl", "pkg:golang/" + path + "@" + version}},
	}
}

// licenceOf tells a licence by its words.
func licenceOf(texts []text) string {
	var found []string
	add := func(id string, words string, signs ...string) {
		for _, sign := range signs {
			if !strings.Contains(words, sign) {
				return
			}
		}
		found = append(found, id)
	}
	for _, t := range texts {
		words := strings.Join(strings.Fields(t.words), " ")
		add("MIT", words, "Permission is hereby granted, free of charge", "THE SOFTWARE IS PROVIDED")
		add("Apache-2.0", words, "Apache License", "Version 2.0, January 2004")
		add("MPL-2.0", words, "Mozilla Public License Version 2.0")
		if strings.Contains(words, "Neither the name") {
			add("BSD-3-Clause", words, "Redistribution and use in source and binary forms")
		} else {
			add("BSD-2-Clause", words, "Redistribution and use in source and binary forms")
		}
	}
	if len(found) == 0 {
		return unknown
	}
	return strings.Join(found, " AND ")
}
