"""The builders of templates/: Python that lays out workbooks and never types a domain formula."""
