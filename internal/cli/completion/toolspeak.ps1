# Completion of toolspeak for PowerShell. Where nothing is known, files are completed.
Register-ArgumentCompleter -Native -CommandName toolspeak -ScriptBlock {
	param($last, $line, $cursor)
	$words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
	if ($last -eq '') { $words += '""' }
	toolspeak __complete @words | ForEach-Object {
		[System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
	}
}
