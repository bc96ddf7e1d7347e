-- A link without a maker is a command's, and makes its person an owner when it is used. Those of before were any invitation, or
-- of somebody who may have got another role since: the command, or a colleague, makes another.
delete from staff_links where made_by is null;
