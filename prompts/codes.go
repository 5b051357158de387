package prompts

import "github.com/toolspeak/toolspeak/ir"

// The codes of repairs: what a prompt got wrong and was read all the same.
const (
	// CodeCatalogPython: a tool's schema was a Python literal.
	CodeCatalogPython ir.Code = "catalog-python"
	// CodeCatalogXML: the texts of a <tools> element were not escaped.
	CodeCatalogXML ir.Code = "catalog-xml"
	// CodeNoTools: a contract came without any tool.
	CodeNoTools ir.Code = "no-tools"
)

// The codes of losses: what is left out, stays behind, or is said otherwise.
const (
	// CodeContractRemoved: a paragraph was taken for a part of the contract.
	CodeContractRemoved ir.Code = "contract-removed"
	// CodePromptKept: no contract was recognised and the prompt stays.
	CodePromptKept ir.Code = "prompt-kept"
	// CodePromptDropped: a paragraph went because the prompt was not wanted.
	CodePromptDropped ir.Code = "prompt-dropped"
	// CodeCatalogForm: the wanted form can't hold the catalog; another can.
	CodeCatalogForm ir.Code = "catalog-form"
	// CodeCatalogUnread: a list of tools is in no known form and was copied.
	CodeCatalogUnread ir.Code = "catalog-unread"
	// CodeCatalogDropped: the template to write has no place for the tools.
	CodeCatalogDropped ir.Code = "catalog-dropped"
	// CodeToolNames: a list of tools' names is not that of the catalog.
	CodeToolNames ir.Code = "tool-names"
	// CodeTwoContracts: a prompt teaches two styles.
	CodeTwoContracts ir.Code = "two-contracts"
	// CodeTemplateAmbiguous: a template matches a prompt in two ways.
	CodeTemplateAmbiguous ir.Code = "template-ambiguous"
)
